/** What stores may do with a release, where, and from when; or that they may not any more. */
import { element, type XmlElement } from './format-xml.ts';
import type { ReleasePackage } from './rules-package.ts';

/** Each model with the uses it covers. */
const MODELS = [
  { model: 'SubscriptionModel', uses: ['OnDemandStream', 'NonInteractiveStream', 'ConditionalDownload'] },
  { model: 'AdvertisementSupportedModel', uses: ['OnDemandStream', 'NonInteractiveStream'] },
  { model: 'PayAsYouGoModel', uses: ['PermanentDownload'] },
] as const;

/** A takedown is the same message without a deal to go on: the validity ends on the day it was made. */
export function printDeals({ kind, draft, createdAt }: ReleasePackage): XmlElement {
  const today = createdAt.toISOString().slice(0, 10);
  const isTakedown = kind === 'takedown';
  const start = isTakedown && draft.releaseDate > today ? today : draft.releaseDate;
  const period = element('ValidityPeriod', [
    element('StartDate', start),
    isTakedown ? element('EndDate', today) : null,
  ]);
  const references = ['R0', ...draft.tracks.map((_, at) => `R${at + 1}`)];
  const deals = MODELS.map(({ model, uses }) =>
    element('Deal', [
      element('DealTerms', [
        ...printTerritories(draft.territories),
        period,
        element('CommercialModelType', model),
        ...uses.map((use) => element('UseType', use)),
      ]),
    ]),
  );
  return element('DealList', [
    element('ReleaseDeal', [
      ...references.map((reference) => element('DealReleaseReference', reference)),
      ...deals,
    ]),
  ]);
}

/** All but some countries is said by leaving them out. */
function printTerritories({ mode, codes }: ReleasePackage['draft']['territories']): XmlElement[] {
  if (mode === 'only') return codes.map((code) => element('TerritoryCode', code));
  if (mode === 'except') return codes.map((code) => element('ExcludedTerritoryCode', code));
  return [element('TerritoryCode', 'Worldwide')];
}
