/** Numbers of shortlists that both sides know. */
export const MOST_TRACKS = 200;
export const LINK_DAYS = { usual: 7, most: 30 } as const;
export const COMPARED = { least: 2, most: 4 } as const;
