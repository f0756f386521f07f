/** Numbers and choices that both sides know. */

export const MESSAGE_MIN = 10;
