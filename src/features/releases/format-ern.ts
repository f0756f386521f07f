/**
 * The release as a DDEX ERN 4.3.2 NewReleaseMessage, in the Audio profile: parties, recordings and cover, the release
 * and its tracks, and what stores may do with them. The order of elements is the schema's.
 */
import type { ReleaseDraft } from './contract.ts';
import { printDeals } from './format-ern-deals.ts';
import { printArtists, printLine, printTitle } from './format-ern-names.ts';
import { PartyList } from './format-ern-parties.ts';
import { aiOfRecording, printImage, printRecording } from './format-ern-resources.ts';
import { element, printXml, type XmlElement } from './format-xml.ts';
import { normaliseEan, normaliseIsrc } from './rules-codes.ts';
import { type MessageParty, printDuration, type ReleasePackage } from './rules-package.ts';

const NAMESPACE = 'http://ddex.net/xml/ern/432';
/** Of the allowed values; the schema ERN 4.3.2 was published with. */
const AVS_VERSION = '9';

export function printErn(pack: ReleasePackage): string {
  const parties = new PartyList();
  const recordings = pack.draft.tracks.map((_, at) => printRecording(pack, at, parties));
  const image = printImage(pack);
  const releases = printReleases(pack, parties);
  return printXml(
    element(
      'ern:NewReleaseMessage',
      [
        printHeader(pack),
        parties.print(),
        element('ResourceList', [...recordings, image]),
        releases,
        printDeals(pack),
      ],
      {
        'xmlns:ern': NAMESPACE,
        'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
        'xsi:schemaLocation': `${NAMESPACE} ${NAMESPACE}/release-notification.xsd`,
        ReleaseProfileVersionId: 'Audio',
        AvsVersionId: AVS_VERSION,
        LanguageAndScriptCode: 'en',
      },
    ),
  );
}

function printHeader({
  messageId,
  threadId,
  sender,
  recipient,
  createdAt,
  isTest,
}: ReleasePackage): XmlElement {
  const party = (name: string, { dpid, name: fullName }: MessageParty) =>
    element(name, [element('PartyId', dpid), element('PartyName', [element('FullName', fullName)])]);
  return element('MessageHeader', [
    element('MessageThreadId', threadId),
    element('MessageId', messageId),
    party('MessageSender', sender),
    party('MessageRecipient', recipient),
    element('MessageCreatedDateTime', createdAt.toISOString()),
    element('MessageControlType', isTest ? 'TestMessage' : 'LiveMessage'),
  ]);
}

function printReleases(pack: ReleasePackage, parties: PartyList): XmlElement {
  const { draft, isAlbum } = pack;
  const label = element('ReleaseLabelReference', parties.refer(draft.label));
  const genre = element('DisplayGenre', [element('GenreText', draft.genre)]);
  const seconds = pack.tracks.reduce((sum, track) => sum + track.seconds, 0);
  const main = element('Release', [
    element('ReleaseReference', 'R0'),
    element('ReleaseType', isAlbum ? 'EP' : 'Single'),
    element('ReleaseId', [element('ICPN', normaliseEan(draft.upc))]),
    ...printTitle(draft),
    ...printArtists(draft.mainArtists, [], parties),
    label,
    printLine('PLine', draft.pLine),
    printLine('CLine', draft.cLine),
    element('Duration', printDuration(seconds)),
    genre,
    element('ReleaseDate', draft.releaseDate),
    draft.originalReleaseDate ? element('OriginalReleaseDate', draft.originalReleaseDate) : null,
    element('ParentalWarningType', warningOf(draft)),
    printGroup(draft),
    element('ContainsAI', aiOfRelease(draft)),
  ]);
  const tracks = draft.tracks.map((track, at) =>
    element('TrackRelease', [
      element('ReleaseReference', `R${at + 1}`),
      element('ReleaseId', [
        element('ProprietaryId', `${normaliseEan(draft.upc)}_${normaliseIsrc(track.isrc)}`, {
          Namespace: `DPID:${pack.sender.dpid}`,
        }),
      ]),
      ...printTitle(track),
      element('ReleaseResourceReference', `A${at + 1}`),
      label,
      genre,
    ]),
  );
  return element('ReleaseList', [main, ...tracks]);
}

/** What is explicit anywhere makes the release so; it is a cleaned one only when something was cleaned. */
function warningOf({ tracks }: ReleaseDraft): string {
  const kinds = tracks.map(({ explicit }) => explicit);
  if (kinds.includes('explicit')) return 'Explicit';
  return kinds.includes('clean') ? 'ExplicitContentEdited' : 'NotExplicit';
}

function aiOfRelease({ ai }: ReleaseDraft): string {
  const parts = [
    aiOfRecording(ai),
    ai.artwork === 'wholly' ? 'All' : ai.artwork === 'partly' ? 'Partly' : 'None',
  ];
  return parts.every((part) => part === parts[0]) ? parts[0] : 'Partly';
}

function printGroup({ tracks }: ReleaseDraft): XmlElement {
  return element('ResourceGroup', [
    element('SequenceNumber', '1'),
    ...tracks.map((_, at) =>
      element('ResourceGroupContentItem', [
        element('SequenceNumber', String(at + 1)),
        element('ReleaseResourceReference', `A${at + 1}`),
      ]),
    ),
    element('LinkedReleaseResourceReference', `A${tracks.length + 1}`, { LinkDescription: 'CoverArt' }),
  ]);
}
