/** The one analysis rate and the one frame shape every spectral measure shares, so that all can run in a single pass. */
import type { FrameShape } from '../spectrum/frames.ts';

/** Hz. Half of CD rate: keeps everything up to 11 kHz at half the work; level measures run at the file's own rate. */
export const ANALYSIS_RATE = 22050;

/** 93 ms windows every 23 ms: 10.8 Hz apart in frequency, enough for bass notes, and 43 frames a second for beats. */
export const FRAME: FrameShape = { size: 2048, hop: 512 };

/** Frames a second at the analysis rate. */
export const FRAME_RATE = ANALYSIS_RATE / FRAME.hop;
