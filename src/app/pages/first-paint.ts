/**
 * What a page shows before any script has arrived: demo bar, name, ways on, and what the page is about. The browser part
 * takes its place. Its few rules are in index.html, so that not even the style sheet has to be there.
 */
import type { Campaign } from '#campaign/document.ts';
import { DEMO_SENTENCE, PLATFORM_PLACES, STAFF_PLACE } from '#web/page-frame.ts';
import { heroWidthInEms, wordmarkRem } from '#web/poster-type.ts';
import { escapeHtml, type Head } from './head.ts';

export function writeFirstPaint(head: Head, campaign: Campaign): string {
  const isLanding = head.path === '/';
  const lines = isLanding ? campaign.copy.heroLines : [headingOf(head, campaign)];
  const lead = isLanding ? campaign.copy.heroLead : head.description;
  return [
    // A rule rather than a style attribute, which the content policy does not allow.
    `<style nonce="__NONCE__">.fp{--ems:${heroWidthInEms(campaign.copy.heroLines)}}${sizeName(campaign)}</style>`,
    `<div class="fp${isLanding ? ' fp-landing' : ''}" aria-busy="true">`,
    campaign.demo
      ? `<aside class="fp-demo" aria-label="About this site"><p class="fp-in">${DEMO_SENTENCE}</p></aside>`
      : '',
    `<header><div class="fp-in">${writeName(campaign)}${writeWays()}</div></header>`,
    `<main class="fp-in"><h1>${lines.map((line) => `<span>${escapeHtml(line)}</span>`).join(' ')}</h1>`,
    `<p class="fp-lead">${escapeHtml(lead)}</p>`,
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
