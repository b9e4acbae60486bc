export const TASK = "task";
export const TASK_ACTION = "task_action";
