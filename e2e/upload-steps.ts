/** Steps of a person at the upload form. */
import { expect, type Locator, type Page } from '@playwright/test';
import { makeTrack, type Upload } from './tracks.ts';

export interface Fields {
  artistName: string;
  phoneNumber: string;
  trackTitle: string;
}

export const GOOD_FIELDS: Fields = {
  artistName: 'Mina Okafor',
  phoneNumber: '+1 202 555 0142',
  trackTitle: 'Saltwater Teeth',
};

export const uploadForm = (page: Page): Locator => page.getByRole('form', { name: 'Submit a track' });
export const submitButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Submit Track for Analysis' });
/** Toasts are list items of their own region. */
export const toasts = (page: Page): Locator => page.locator('[data-variant]');

export async function fillForm(page: Page, fields: Partial<Fields> = {}, file?: Upload): Promise<void> {
  const form = uploadForm(page);
  const { artistName, phoneNumber, trackTitle } = { ...GOOD_FIELDS, ...fields };
  await form.getByLabel('Artist Name').fill(artistName);
  await form.getByLabel('Phone Number').fill(phoneNumber);
  await form.getByLabel('Track Title').fill(trackTitle);
  await form.locator('input[type=file]').setInputFiles(file ?? (await makeTrack()));
}

/** Uploads through the form, with a ticket for the front lane, and returns the id. */
export async function uploadTrack(page: Page, fields: Partial<Fields> = {}, file?: Upload): Promise<number> {
  await page.goto('/upload-form');
  await page.evaluate(() => fetch('/api/priority-ticket', { method: 'POST' }));
  await fillForm(page, fields, file);
  await submitButton(page).click();
  await expect(page).toHaveURL(/\/(submission|results)\/\d+$/);
  return Number(/\d+$/.exec(page.url())?.[0]);
}
