/**
 * Our own check of a release message, for sites without DDEX's schema: that it is well-formed, that elements stand in
 * the standard's order, that every reference leads somewhere, and that its files are those of the package.
 */

export interface XmlNode {
  name: string;
  attributes: Record<string, string>;
  children: XmlNode[];
  text: string;
}

/** Reads what format-xml.ts writes; null for anything that is not well-formed. */
export function readXml(xml: string): XmlNode | null {
  const root: XmlNode = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  let at = xml.startsWith('<?xml') ? xml.indexOf('?>') + 2 : 0;
  const tag = /<(\/?)([\w:-]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y;
  while (at < xml.length) {
    tag.lastIndex = at;
    const found = tag.exec(xml);
    if (!found) return null;
    at = tag.lastIndex;
    const [, closes, name, attributes, isEmpty, text] = found;
    if (text !== undefined) {
      if (/&(?!(amp|lt|gt|quot|apos);)/.test(text)) return null;
      open.at(-1)!.text += text;
    } else if (closes) {
      if (open.length < 2 || open.pop()!.name !== name) return null;
    } else {
      const pairs = [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]);
      const node: XmlNode = { name, attributes: Object.fromEntries(pairs), children: [], text: '' };
      open.at(-1)!.children.push(node);
      if (!isEmpty) open.push(node);
    }
  }
  return open.length === 1 && root.children.length === 1 ? root.children[0] : null;
}

/** Of each element we write, its parts in order: `?` at most one, `*` any number, `+` at least one. */
const ORDER: Record<string, string> = {
  'ern:NewReleaseMessage': 'MessageHeader PartyList ResourceList ReleaseList DealList',
  MessageHeader:
    'MessageThreadId? MessageId MessageSender MessageRecipient+ MessageCreatedDateTime MessageControlType?',
  PartyList: 'Party+',
  Party: 'PartyReference PartyName+',
  ResourceList: 'SoundRecording+ Image+',
  SoundRecording:
    'ResourceReference Type SoundRecordingEdition+ DisplayTitleText+ DisplayTitle+ DisplayArtistName+ DisplayArtist+ Contributor* WorkRightsController* Duration ParentalWarningType+ ContainsAI? HasVocalPerformance? LanguageOfPerformance*',
  SoundRecordingEdition: 'ResourceId+ PLine* TechnicalDetails+',
  Contributor: 'ContributorPartyReference? SpecialContributor? Role* AiContribution?',
  WorkRightsController: 'RightsControllerPartyReference RightsControlType? RightSharePercentage?',
  DeliveryFile:
    'Type ContainerFormat? AudioCodecType NumberOfChannels SamplingRate BitsPerSample? Duration File IsProvidedInDelivery',
  File: 'URI HashSum FileSize',
  Image:
    'ResourceReference Type ResourceId+ Contributor* CLine* ParentalWarningType* ContainsAI? TechnicalDetails+',
  ReleaseList: 'Release TrackRelease+',
  Release:
    'ReleaseReference ReleaseType+ ReleaseId DisplayTitleText+ DisplayTitle+ DisplayArtistName+ DisplayArtist+ ReleaseLabelReference+ PLine+ CLine+ Duration DisplayGenre+ ReleaseDate OriginalReleaseDate? ParentalWarningType+ ResourceGroup ContainsAI?',
  TrackRelease:
    'ReleaseReference ReleaseId DisplayTitleText+ DisplayTitle+ ReleaseResourceReference ReleaseLabelReference+ DisplayGenre+',
  ResourceGroup: 'SequenceNumber ResourceGroupContentItem+ LinkedReleaseResourceReference+',
  DealList: 'ReleaseDeal+',
  ReleaseDeal: 'DealReleaseReference+ Deal+',
  DealTerms: 'TerritoryCode* ExcludedTerritoryCode* ValidityPeriod CommercialModelType+ UseType+',
  ValidityPeriod: 'StartDate EndDate?',
};
/** What has a name of its own in the message, and what points to it. */
const ANCHORS = [
  'PartyReference',
  'ResourceReference',
  'ReleaseReference',
  'TechnicalResourceDetailsReference',
];
const POINTERS = [
  ...[
    'ArtistPartyReference',
    'ContributorPartyReference',
    'RightsControllerPartyReference',
    'ReleaseLabelReference',
  ],
  ...['ReleaseResourceReference', 'LinkedReleaseResourceReference', 'DealReleaseReference'],
];
/** How the text of an element looks. */
const LOOKS: Record<string, RegExp> = {
  ISRC: /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/,
  ICPN: /^\d{13}$/,
  Duration: /^PT(\d+H)?(\d+M)?\d+(\.\d+)?S$/,
  PartyId: /^PADPIDA[a-zA-Z0-9]+$/,
  HashSumValue: /^[0-9a-f]{64}$/,
  ContainsAI: /^(None|Partly|All)$/,
  AiContribution: /^(None|Partly|All)$/,
  StartDate: /^\d{4}-\d\d-\d\d$/,
  Year: /^\d{4}$/,
};

/** What is wrong with a message, a sentence each. `files`: the paths that the package holds. */
export function checkMessage(xml: string, files: readonly string[]): string[] {
  const root = readXml(xml);
  if (!root) return ['The message is not well-formed XML.'];
  const all = [...walk(root)];
  const textsOf = (names: readonly string[]) =>
    all.filter(({ name }) => names.includes(name)).map(({ text }) => text);
  const anchors = textsOf(ANCHORS);
  const uris = textsOf(['URI']);
  return [
    ...all.flatMap(checkOrder),
    ...all
      .filter(({ name, text }) => LOOKS[name] && !LOOKS[name].test(text))
      .map(({ name, text }) => `${name} cannot be “${text}”.`),
    ...anchors.filter((name, at) => anchors.indexOf(name) !== at).map((name) => `${name} is there twice.`),
    ...textsOf(POINTERS)
      .filter((name) => !anchors.includes(name))
      .map((name) => `${name} is pointed to and is not there.`),
    ...uris.filter((uri) => !files.includes(uri)).map((uri) => `${uri} is not in the package.`),
    ...files.filter((file) => !uris.includes(file)).map((file) => `${file} is not in the message.`),
    ...checkMachines(all),
  ];
}

function* walk(node: XmlNode): Generator<XmlNode> {
  yield node;
  for (const child of node.children) yield* walk(child);
}

function checkOrder({ name, children }: XmlNode): string[] {
  if (!ORDER[name]) return [];
  const pattern = ORDER[name].replace(/(\w+)([?*+]?)\s*/g, (_, part, many) => `(?:${part} )${many}`);
  const found = children.map((child) => `${child.name} `).join('');
  return new RegExp(`^${pattern}$`).test(found)
    ? []
    : [`${name} has parts missing or out of order: ${found.trim()}.`];
}

/** What DDEX says about machines: where all is theirs nobody else contributed, where nothing is, none did. */
function checkMachines(all: readonly XmlNode[]): string[] {
  const child = (node: XmlNode, name: string) => node.children.filter((each) => each.name === name);
  return all
    .filter(({ name }) => name === 'SoundRecording' || name === 'Image')
    .flatMap((resource) => {
      const [contains] = child(resource, 'ContainsAI').map(({ text }) => text);
      const contributors = child(resource, 'Contributor');
      const people = contributors.some((each) => child(each, 'ContributorPartyReference').length > 0);
      const machines = contributors.some((each) =>
        child(each, 'AiContribution').some(({ text }) => text !== 'None'),
      );
      if (contains === 'All' && people)
        return ['All of it is a machine’s, and somebody contributed all the same.'];
      return contains === 'None' && machines ? ['Nothing of it is a machine’s, and one contributed.'] : [];
    });
}
