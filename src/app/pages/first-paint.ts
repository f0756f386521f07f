/**
 * What a page shows before any script has arrived: demo bar, name, ways on, and what the page is about. The browser part
 * takes its place. Its few rules are in index.html, so that not even the style sheet has to be there.
 */
import type { Campaign } from '#campaign/document.ts';
import { tellStory } from '#features/scoring/rules-story.ts';
import type { Submission } from '#features/submissions/contract.ts';
import { DEMO_SENTENCE, MAIN_ID, PLATFORM_PLACES, STAFF_PLACE } from '#web/page-frame.ts';
import { heroWidthInEms, wordmarkRem } from '#web/poster-type.ts';
import type { FirstAnswer } from './first-answer.ts';
import { escapeHtml, type Head } from './head.ts';

/** The largest text of a results page: there with the page instead of after its code. Null on every other page. */
export function readVerdict(pageName: string | undefined, answers: readonly FirstAnswer[]): string | null {
  const answer = answers.find(({ url }) => /^\/api\/submissions\/\d+$/.test(url));
  if (pageName !== 'results' || !answer) return null;
  const { analyzed, analysis, score }: Submission = JSON.parse(answer.body);
  return analyzed && analysis ? tellStory(analysis, score).verdict : null;
}

export function writeFirstPaint(head: Head, campaign: Campaign, verdict: string | null): string {
  const isLanding = head.path === '/';
  const heading = headingOf(head, campaign);
  // The verdict says what page it is.
  const lines = isLanding ? campaign.copy.heroLines : [verdict ? heading.replace(/: results$/, '') : heading];
  const lead = isLanding ? campaign.copy.heroLead : head.description;
  const kind = isLanding ? ' fp-landing' : verdict ? ' fp-told' : '';
  return [
    // A rule rather than a style attribute, which the content policy does not allow.
    `<style nonce="__NONCE__">.fp{--ems:${heroWidthInEms(campaign.copy.heroLines)}}${sizeName(campaign)}</style>`,
    `<div class="fp${kind}" aria-busy="true">`,
    `<a href="#${MAIN_ID}" class="fp-skip">Skip to content</a>`,
    campaign.demo
      ? `<aside class="fp-demo" aria-label="About this site"><p class="fp-in">${DEMO_SENTENCE}</p></aside>`
      : '',
    `<header><div class="fp-in">${writeName(campaign)}${writeWays()}</div></header>`,
    `<main class="fp-in" id="${MAIN_ID}" tabindex="-1">`,
    `<h1>${lines.map((line) => `<span>${escapeHtml(line)}</span>`).join(' ')}</h1>`,
    verdict
      ? `<p class="fp-verdict">${escapeHtml(verdict)}</p>`
      : `<p class="fp-lead">${escapeHtml(lead)}</p>`,
    '<p class="fp-bars" role="status"><i></i><i></i><i></i><i></i><span class="fp-word">Loading</span></p>',
    // Shown by the style alone after a while: no script may have come to say so.
    '<p class="fp-late">This takes longer than it should. <a href="">Try again</a></p></main></div>',
  ].join('');
}

function headingOf(head: Head, { product }: Campaign): string {
  const ending = ` · ${product}`;
  return head.title.endsWith(ending) ? head.title.slice(0, -ending.length) : head.title;
}

function writeName({ product }: Campaign): string {
  return `<a href="/" class="fp-name">${escapeHtml(product)}</a>`;
}

/** As wide as the page will set it, whatever face is there yet: the ways beside it stay where they are. */
function sizeName({ product }: Campaign): string {
  const rem = wordmarkRem(product);
  if (rem === null) return '.fp-name{font-size:.875rem}';
  return `@media(width>=48rem){.fp-name{box-sizing:content-box;width:${rem.toFixed(3)}rem;white-space:nowrap}}`;
}

function writeWays(): string {
  const links = [...PLATFORM_PLACES, STAFF_PLACE].map(
    ({ label, to, hash }) => `<a href="${to}${hash ? `#${hash}` : ''}">${escapeHtml(label)}</a>`,
  );
  return `<nav aria-label="Main">${links.join('')}</nav>`;
}
