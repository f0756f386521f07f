// What commands about the engine need of it, as one entry for the bundler.
export { decodeMp3 } from '#audio/decode/decode.ts';
export { measureTrack } from '#audio/measure.ts';
export { measureInThread, UnreadableTrackError } from '#features/recordings/service-measure.ts';
