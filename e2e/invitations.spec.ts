/** Inviting in a real browser: the share page with its refusals and retries, the invited person's page, the partner page. */
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { signIn } from './sign-in-steps.ts';
import { STAFF } from './start-app.ts';
import { toasts } from './upload-steps.ts';

/** Numbers of this run alone: caps and opt-outs are kept by number. */
const run = Date.now() % 720_000;
const numberOf = (area: number) => `+1${area}${220 + Math.floor(run / 9000)}${1000 + (run % 9000)}`;

interface Text {
  phoneNumber: string | null;
  body: string;
}

/** The link that was texted to a number, as staff read it in the outbox. */
async function readLink(page: Page, phone: string): Promise<string> {
  await page.request.post('/api/admin/login', { data: { email: STAFF.email, password: STAFF.password } });
  const texts = (await (await page.request.get('/api/admin/texts')).json()) as Text[];
  const text = texts.find(({ phoneNumber }) => phoneNumber === phone);
  return /\/invite\/[0-9a-z]{26}/.exec(text?.body ?? '')![0];
}

test('IN-1 IN-2 IN-3 HON-6 the share page: refusals, what went and what did not, the retry for those alone', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/share');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const send = page.getByRole('button', { name: 'Send invitations' });
  await send.click();
  await expect(page.getByText('Your artist name is required')).toBeVisible();
  await expect(page.getByText('Please provide at least one valid phone number')).toBeVisible();
  await expect(page.getByText(/Confirm that each person agreed/)).toBeVisible();
  await page.getByLabel(/Your artist name/).fill('Mina of the Test');
  await expect(
    page.getByText(/^Soundcheck: "Mina of the Test" invites you.*Reply STOP to end$/),
  ).toBeVisible();
  await page.getByLabel('Phone number 1').fill('12345');
  await page.getByRole('checkbox').check();
  await send.click();
  await expect(page.getByText('Please enter a valid phone number')).toBeVisible();
  await expectAccessible(page);

  const [good, second] = [numberOf(212), numberOf(213)];
  await signIn(page, numberOf(310));
  await page.getByLabel('Phone number 1').fill(good);
  await page.getByLabel('Phone number 2').fill('+1 212 664 0000');
  await send.click();
  await expect(toasts(page)).toContainText("Some invitations couldn't be sent");
  await expect(page.getByText('The text network does not accept this number.').first()).toBeVisible();
  await expect(page.getByText(`Already on the way: ${good}`)).toBeVisible();
  await expect(page.getByLabel('Phone number 1')).toHaveValue('+1 212 664 0000');
  await page.getByLabel('Phone number 1').fill('+1 212 664 0001');
  await page.getByRole('button', { name: 'Try again for these' }).click();
  await expect(toasts(page)).toContainText('Unable to send invitations');
  await expect(toasts(page)).toContainText(
    "We couldn't send your messages. Please try again or use different phone numbers.",
  );
  await page.getByLabel('Phone number 1').fill(second);
  await page.getByRole('button', { name: 'Try again for these' }).click();
  await expect(page.getByRole('heading', { name: 'Invitations sent' })).toBeVisible();
  await expect(page.getByText(good)).toBeVisible();
  await expect(page.getByText(second)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Return to Home Page' })).toHaveAttribute('href', '/');
  await page.getByRole('button', { name: 'Invite More Artists' }).click();
  await expect(page.getByLabel('Phone number 1')).toHaveValue('');
});

test('HON-6 VO-11 the invited person sees who sent it, stops further texts, and has the number erased', async ({
  page,
}) => {
  const phone = numberOf(305);
  const body = { artistName: 'Ines', phoneNumbers: [phone], consent: true };
  expect((await page.request.post('/api/send-invitations', { data: body })).status()).toBe(401);
  await signIn(page, numberOf(312));
  expect((await page.request.post('/api/send-invitations', { data: body })).status()).toBe(200);
  await page.goto(await readLink(page, phone));
  await expect(page.getByText('An invitation from Ines')).toBeVisible();
  await expect(page.getByText(`••• ${phone.slice(-4)}`)).toBeVisible();
  await expect(page.getByText(phone)).toBeHidden();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Stop further texts' }).click();
  await expect(page.getByText(/You get no further texts/)).toBeVisible();
  await page.getByRole('button', { name: 'Erase my number' }).click();
  await expect(page.getByText(/Your number is erased/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/Your number is erased/)).toBeVisible();
  const again = await (await page.request.post('/api/send-invitations', { data: body })).json();
  expect(again.results).toMatchObject([{ state: 'failed', message: 'This person asked not to be texted.' }]);
  await page.getByRole('link', { name: 'Join with your track' }).click();
  await expect(page).toHaveURL(/\/#upload$/);
  await page.goto(`/invite/${'0'.repeat(26)}`);
  await expect(page.getByText('This invitation was not found')).toBeVisible();
});

test('IN-4 IN-5 IN-6 SD-11 the partner page: figures, contests with deadlines, partners, and a request staff answer', async ({
  page,
}) => {
  await page.goto('/skylark-platform');
  for (const figure of ['4.9/5', '2,300+', '2M+', '125+'])
    await expect(page.getByText(figure, { exact: true })).toBeVisible();
  const contests = page.getByRole('region', { name: 'Contests' }).getByRole('listitem');
  await expect(contests).toHaveCount(4);
  for (const contest of await contests.all()) await expect(contest).toContainText(/Until|Ended/);
  await expect(page.getByText('Halden Audio')).toBeVisible();

  await page.getByRole('button', { name: 'Partner with Skylark' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Send request' }).click();
  for (const text of [
    'Name is required',
    'Invalid email address',
    'Company name is required',
    'Message must be at least 10 characters',
  ])
    await expect(dialog.getByText(text, { exact: true })).toBeVisible();
  await expectAccessible(page);
  const company = `Company ${run}`;
  await dialog.getByLabel(/^Name/).fill('Ada');
  await dialog.getByLabel(/^Email/).fill('ada@label.example');
  await dialog.getByLabel(/^Company Name/).fill(company);
  await dialog.getByLabel(/^Message/).fill('Let us talk about the final round.');
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(toasts(page)).toContainText('Partnership Request Submitted');
  await expect(dialog).toBeHidden();

  await page.request.post('/api/admin/login', { data: { email: STAFF.email, password: STAFF.password } });
  await page.goto('/admin/dashboard?tab=requests');
  const request = page.getByRole('listitem').filter({ hasText: company });
  await request.getByRole('button', { name: /Answered/ }).click();
  await expect(request.getByText('answered', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Invited', exact: true }).click();
  await page.getByLabel('Search by phone or inviter').fill('nobody of this name');
  await expect(page.getByText('Nobody found')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Export these (CSV)' })).toHaveAttribute(
    'href',
    /search=nobody/,
  );
  await page.getByRole('link', { name: 'Outbox', exact: true }).click();
  await expect(page.locator('#desk')).toBeVisible();
});
