/** The recordings and the cover of a message, with who made them, what a machine made of them, and their files. */
import type { AiDisclosure } from '#features/submissions/contract-ai.ts';
import type { AiUse } from '#features/submissions/limits.ts';
import type { ReleaseTrack } from './contract.ts';
import { printArtists, printLine, printTitle } from './format-ern-names.ts';
import type { PartyList } from './format-ern-parties.ts';
import { element, type XmlElement } from './format-xml.ts';
import { normaliseEan, normaliseIsrc } from './rules-codes.ts';
import { type PackedFile, type PackedTrack, printDuration, type ReleasePackage } from './rules-package.ts';

/** DDEX's words for how much a machine made. */
export const AI_WORDS: Record<AiUse, 'None' | 'Partly' | 'All'> = {
  none: 'None',
  partly: 'Partly',
  wholly: 'All',
};
const wordOf = (use: AiUse | null) => AI_WORDS[use ?? 'none'];

/** Of a recording: voices, music and words together. */
export function aiOfRecording({ vocals, music, words }: AiDisclosure): 'None' | 'Partly' | 'All' {
  const parts = [vocals, music, words].map(wordOf);
  return parts.every((part) => part === parts[0]) ? parts[0] : 'Partly';
}

export function printRecording(pack: ReleasePackage, at: number, parties: PartyList): XmlElement {
  const { draft } = pack;
  const [track, file] = [draft.tracks[at], pack.tracks[at]];
  return element('SoundRecording', [
    element('ResourceReference', `A${at + 1}`),
    element('Type', 'MusicalWorkSoundRecording'),
    element('SoundRecordingEdition', [
      element('ResourceId', [element('ISRC', normaliseIsrc(track.isrc))]),
      printLine('PLine', draft.pLine),
      printFile(file, at),
    ]),
    ...printTitle(track),
    ...printArtists(draft.mainArtists, track.featuredArtists, parties),
    ...printContributors(track, draft.ai, parties),
    ...track.writers.map(({ name, share }) =>
      element('WorkRightsController', [
        element('RightsControllerPartyReference', parties.refer(name)),
        element('RightsControlType', 'RightsController'),
        element('RightSharePercentage', String(share)),
      ]),
    ),
    element('Duration', printDuration(file.seconds)),
    element('ParentalWarningType', WARNINGS[track.explicit ?? 'none']),
    element('ContainsAI', aiOfRecording(draft.ai)),
    element('HasVocalPerformance', String(track.language !== 'zxx' && draft.ai.vocals !== 'wholly')),
    track.language === 'zxx' ? null : element('LanguageOfPerformance', track.language),
  ]);
}

const WARNINGS = { explicit: 'Explicit', clean: 'ExplicitContentEdited', none: 'NotExplicit' } as const;

/** Who wrote what: a composer is as much a machine as the music is, a lyricist as the words are. */
const WRITTEN_PARTS: Record<string, readonly ('music' | 'words')[]> = {
  ComposerLyricist: ['music', 'words'],
  Composer: ['music'],
  Arranger: ['music'],
  Lyricist: ['words'],
  Translator: ['words'],
};
/** What a machine did by itself, by the role somebody would have had. */
const MACHINE_ROLES = { vocals: 'Vocalist', music: 'Composer', words: 'Lyricist' } as const;

/**
 * People first. Where all of a recording is a machine's, DDEX allows no contributor but that machine; then people stand
 * as holders of rights alone.
 */
function printContributors(track: ReleaseTrack, ai: AiDisclosure, parties: PartyList): XmlElement[] {
  const isAll = aiOfRecording(ai) === 'All';
  const people = isAll ? [] : [...listWriters(track, ai), ...listProducers(track)];
  const machines = (['vocals', 'music', 'words'] as const).filter((part) => ai[part] === 'wholly');
  const all = [
    ...people.map(({ name, role, share }) => [
      element('ContributorPartyReference', parties.refer(name)),
      element('Role', [element('Value', role)]),
      share === 'None' ? null : element('AiContribution', share),
    ]),
    ...machines.map((part) => [
      element('SpecialContributor', 'GenerativeAI'),
      element('Role', [element('Value', MACHINE_ROLES[part])]),
      element('AiContribution', 'All'),
    ]),
  ];
  return all.map((parts, at) => element('Contributor', parts, { SequenceNumber: String(at + 1) }));
}

interface Credit {
  name: string;
  role: string;
  share: 'None' | 'Partly';
}

/** Somebody beside a machine has made a part of it at least, or they would not be credited. */
const listWriters = ({ writers }: ReleaseTrack, ai: AiDisclosure): Credit[] =>
  writers.map(({ name, role }) => ({
    name,
    role,
    share: WRITTEN_PARTS[role].some((part) => wordOf(ai[part]) !== 'None') ? 'Partly' : 'None',
  }));

const listProducers = ({ producers }: ReleaseTrack): Credit[] =>
  producers.map((name) => ({ name, role: 'StudioProducer', share: 'None' }));

function printFile(file: PackedTrack, at: number): XmlElement {
  return element('TechnicalDetails', [
    element('TechnicalResourceDetailsReference', `T${at + 1}`),
    element('DeliveryFile', [
      element('Type', 'AudioFile'),
      // The standard knows FLAC as a codec, not as a container.
      file.codec === 'PCM' ? element('ContainerFormat', file.container) : null,
      element('AudioCodecType', file.codec),
      element('NumberOfChannels', String(file.channels)),
      element('SamplingRate', String(file.sampleRate), { UnitOfMeasure: 'Hz' }),
      element('BitsPerSample', String(file.bits)),
      element('Duration', printDuration(file.seconds)),
      printBytes(file),
      element('IsProvidedInDelivery', 'true'),
    ]),
  ]);
}

const printBytes = ({ path, sha256, bytes }: PackedFile): XmlElement =>
  element('File', [
    element('URI', path),
    element('HashSum', [element('Algorithm', 'SHA-256'), element('HashSumValue', sha256)]),
    element('FileSize', String(bytes)),
  ]);

export function printImage({ draft, cover, sender }: ReleasePackage): XmlElement {
  const place = draft.tracks.length + 1;
  const all = draft.ai.artwork === 'wholly';
  return element('Image', [
    element('ResourceReference', `A${place}`),
    element('Type', 'FrontCoverImage'),
    element('ResourceId', [
      element('ProprietaryId', `${normaliseEan(draft.upc)}_cover`, { Namespace: `DPID:${sender.dpid}` }),
    ]),
    all
      ? element('Contributor', [
          element('SpecialContributor', 'GenerativeAI'),
          element('Role', [element('Value', 'Artist')]),
          element('AiContribution', 'All'),
        ])
      : null,
    printLine('CLine', draft.cLine),
    element('ParentalWarningType', 'NotExplicit'),
    element('ContainsAI', wordOf(draft.ai.artwork)),
    element('TechnicalDetails', [
      element('TechnicalResourceDetailsReference', `T${place}`),
      element('ImageCodecType', cover.format),
      element('ImageHeight', String(cover.height), { UnitOfMeasure: 'Pixel' }),
      element('ImageWidth', String(cover.width), { UnitOfMeasure: 'Pixel' }),
      printBytes(cover),
      element('IsProvidedInDelivery', 'true'),
    ]),
  ]);
}
