/** Whose files may configure us: the project's, the person's own. Of two that set a variable the first holds. */
export const SETTING_SOURCES = ["project", "user"] as const;
export type SettingSource = (typeof SETTING_SOURCES)[number];

/** Settings that come from one place. */
export interface SettingLayer {
  readonly source: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** Absolute, of a project's: what a relative pattern in it starts at. */
  readonly folder?: string;
  /** Absolute, of one that a flag names. */
  readonly file?: string;
}
