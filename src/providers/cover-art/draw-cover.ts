/** A whole cover as SVG: palette from keys and timbre, form from structure, layout and lettering around it. Pure. */
import type { LetterWidth } from '#platform/font-file.ts';
import { type CoverFacts, COVER_SIZE as SIZE } from '#ports/cover-art.ts';
import { mixPalette, type Palette } from './colour.ts';
import { FORMS, pickForm } from './forms.ts';
import { fitSmall, fitWords, setBlock, setSmall } from './lettering.ts';
import { seedChance } from './seeded.ts';
import { group, n, rect } from './shapes.ts';

export interface Drawing {
  svg: string;
  /** How much grain the print gets, 0 to 1: hard strokes print rougher. */
  grain: number;
  seed: string;
}

interface Layout {
  /** Where the form is drawn. */
  frame: { x: number; y: number; w: number; h: number };
  /** Round the frame's corners, in pixels. */
  round?: number;
  letters(title: string, artist: string, palette: Palette, widths: LetterWidth): string;
}

const MARGIN = 84;

export function drawCover(facts: CoverFacts, widths: LetterWidth): Drawing {
  const chance = seedChance(`${facts.seed} ${facts.edition}`);
  const palette = mixPalette(facts.tracks, chance);
  const form = pickForm(facts.tracks, chance);
  const layout = chance.pick(LAYOUTS);
  const { x, y, w, h } = layout.frame;
  const picture = FORMS[form]({ w, h, tracks: facts.tracks, palette, chance });
  const clip = `<clipPath id="frame"><rect x="0" y="0" width="${w}" height="${h}"${layout.round ? ` rx="${layout.round}"` : ''}/></clipPath>`;
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 ${SIZE} ${SIZE}">`,
    `<defs>${clip}</defs>`,
    rect(0, 0, SIZE, SIZE, palette.ground),
    group(group(picture, 'clip-path="url(#frame)"'), `transform="translate(${n(x)} ${n(y)})"`),
    layout.letters(facts.albumName, facts.artistName, palette, widths),
    '</svg>',
  ].join('');
  const attack = facts.tracks.reduce((sum, { energy }) => sum + energy, 0) / 3;
  return { svg, grain: 0.35 + 0.5 * attack, seed: facts.seed };
}

/** Picture above, title as wide as the sleeve below. */
const poster: Layout = {
  frame: { x: 0, y: 0, w: SIZE, h: 1040 },
  letters(title, artist, palette, widths) {
    const name = fitSmall(artist, SIZE - 2 * MARGIN, 54);
    const block = fitWords(title, { w: SIZE - 2 * MARGIN, h: 290, largest: 330 }, widths, 2);
    const top = 1040 + (460 - block.height - 96) / 2;
    return (
      setBlock(block, MARGIN - block.size * 0.03, top, palette.text) +
      setSmall(name.text, MARGIN, top + block.height + 96, name.size, palette.text)
    );
  },
};

/** Title on top, picture below it to the edges. */
const headline: Layout = {
  frame: { x: 0, y: 470, w: SIZE, h: SIZE - 470 },
  letters(title, artist, palette, widths) {
    const name = fitSmall(artist, SIZE - 2 * MARGIN, 50);
    const block = fitWords(title, { w: SIZE - 2 * MARGIN, h: 270, largest: 320 }, widths, 2);
    return (
      setSmall(name.text, MARGIN, 118, name.size, palette.text) +
      setBlock(block, MARGIN - block.size * 0.03, 118 + (352 - block.height) / 2, palette.text)
    );
  },
};

/** The picture fills the sleeve; the words stand on a label in a corner. */
const label: Layout = {
  frame: { x: 0, y: 0, w: SIZE, h: SIZE },
  letters(title, artist, palette, widths) {
    const block = fitWords(title, { w: 660, h: 300, largest: 150 }, widths, 3);
    const name = fitSmall(artist, 660, 42);
    const [w, h] = [780, block.height + 206];
    const y = SIZE - h;
    return (
      rect(0, y, w, h, palette.text) +
      setBlock(block, 60, y + 62, palette.reverse) +
      setSmall(name.text, 62, y + h - 56, name.size, palette.reverse)
    );
  },
};

/** A picture in a frame, words in the margin, as on an old jazz sleeve. */
const framed: Layout = {
  frame: { x: MARGIN, y: MARGIN, w: SIZE - 2 * MARGIN, h: 1030 },
  letters(title, artist, palette, widths) {
    const block = fitWords(title, { w: SIZE - 2 * MARGIN, h: 190, largest: 190 }, widths, 2);
    const name = fitSmall(artist, SIZE - 2 * MARGIN, 42);
    const top = MARGIN + 1030 + 62;
    return (
      setBlock(block, MARGIN - block.size * 0.03, top, palette.text) +
      setSmall(name.text, MARGIN, SIZE - MARGIN, name.size, palette.text)
    );
  },
};

/** Words climb the left edge, the picture takes the rest. */
const spine: Layout = {
  frame: { x: 400, y: 0, w: SIZE - 400, h: SIZE },
  letters(title, artist, palette, widths) {
    const block = fitWords(title, { w: SIZE - 2 * MARGIN, h: 196, largest: 210 }, widths, 2);
    const name = fitSmall(artist, SIZE - 2 * MARGIN, 48);
    return group(
      setBlock(block, MARGIN, MARGIN, palette.text) +
        setSmall(name.text, MARGIN, MARGIN + block.height + 70, name.size, palette.text),
      `transform="translate(0 ${SIZE}) rotate(-90)"`,
    );
  },
};

/** The picture fills the sleeve; a bar across carries the words in the ground's colour. */
const bar: Layout = {
  frame: { x: 0, y: 0, w: SIZE, h: SIZE },
  letters(title, artist, palette, widths) {
    const block = fitWords(title, { w: SIZE - 2 * MARGIN, h: 150, largest: 170 }, widths, 1);
    const h = block.height + 208;
    const name = fitSmall(artist, SIZE - 2 * MARGIN, 48);
    return (
      rect(0, 0, SIZE, h, palette.ground) +
      setSmall(name.text, MARGIN, 92, name.size, palette.text) +
      setBlock(block, MARGIN - block.size * 0.03, 154, palette.text)
    );
  },
};

const LAYOUTS = [poster, poster, headline, label, label, framed, spine, bar];
