/** Numbers and choices of juries that both sides know. */
export const METHODS = ['median', 'schulze', 'majority'] as const;
export const SOURCES = ['paid', 'best', 'chosen'] as const;
export const MOST_ENTRIES = 200;
export const GRADES = { worst: 1, best: 10 } as const;
export const WORDS = { least: 10, most: 2000 } as const;
