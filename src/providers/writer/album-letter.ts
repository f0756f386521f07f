/** Our own letter about a selected album: only what was measured, in whole sentences, signed by the label. */
import type { AlbumLetterFacts } from '#ports/writer.ts';

type Pick = (slot: string, options: readonly string[]) => string;

export function composeAlbumLetter(facts: AlbumLetterFacts, pick: Pick): string {
  const { artistName, albumName, label, strength, weakness } = facts;
  return [
    `Dear ${artistName},`,
    `${pick('open', [`“${albumName}” went over our desk from the first track to the last.`, `We put “${albumName}” on the desk and heard all three tracks through.`, `All three tracks of “${albumName}” have been heard here.`])} ${sayScore(facts)}`.trim(),
    sayTracks(facts, pick),
    strength
      ? `${pick('good', ['What we noticed first:', 'What speaks for it:', 'What stays with a listener:'])} ${strength}`
      : '',
    weakness && weakness !== strength
      ? `${pick('bad', ['What we would work on with you:', 'Where there is most to gain:', 'One thing before release:'])} ${weakness}`
      : '',
    `The A&R team of ${label}`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

function sayScore({ overallScore }: AlbumLetterFacts): string {
  return overallScore === null ? '' : `As a whole it scores ${overallScore.toFixed(1)} of 10.`;
}

function sayTracks({ single, songs }: AlbumLetterFacts, pick: Pick): string {
  const lead = songs.find(({ title }) => title === single);
  if (!lead) return '';
  const others = songs.filter((song) => song !== lead).map(({ title, score }) => `“${title}” (${score})`);
  return `${pick('single', ['We would lead with', 'The single is', 'The one to send ahead is'])} “${lead.title}” (${lead.score} of 100); ${others.join(' and ')} stand beside it.`;
}
