/** Stands for no model: facts are looked up. It cannot plan. */
export const GUIDE_ID = "offline/guide";
