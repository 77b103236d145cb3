/** Part of a run's configuration hash: raise it whenever a catalogue or the layout of prompts changes. */
export const promptsVersion = "2";
