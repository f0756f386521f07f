/** Everything the album page does: draft, sending, following the analysis, paying. */
import { useMutation } from '@tanstack/react-query';
import { getPaymentStatus } from '#features/payments/calls.ts';
import { usePurchase } from '#features/payments/web/use-purchase.ts';
import { ApiError, callEndpoint } from '#web/api-client.ts';
import { useCampaign } from '#web/campaign.ts';
import { toast } from '#web/ui/toast-store.ts';
import { createAlbumPayment, submitAlbum } from '../calls.ts';
import type { AlbumFields } from '../contract.ts';
import { type AlbumState, EMPTY_ALBUM, type Step, useAlbumState } from './use-album-state.ts';
import { useDraft } from './use-draft.ts';
import { useSentAlbum } from './use-sent-album.ts';

export type AlbumMode = ReturnType<typeof useAlbumMode>;

export function useAlbumMode() {
  const { state, change, reset } = useAlbumState();
  const sent = useSentAlbum(state.albumId);
  const draft = useDraft(state, change, (opened) =>
    change(sent.lost ? { ...EMPTY_ALBUM, draft: opened } : { draft: opened, order: [], step: 'upload' }),
  );
  const fields = fieldsOf(state, draft.titles);
  const submit = useMutation({
    mutationFn: () => callEndpoint(submitAlbum, { form: buildForm(fields, draft, state.texts) }),
    onSuccess: ({ albumId }) => {
      const order = draft.tracks.map(({ id }) => id);
      const titles = Object.fromEntries(order.map((id, index) => [id, draft.titles[index]]));
      change({ albumId, draft: null, step: 'analysis', order, titles });
    },
    onError: (error) => {
      toast({
        title: 'Submission Error',
        description: 'There was an error processing your album. Please try again.',
        variant: 'destructive',
      });
      if (error instanceof ApiError && error.status === 404)
        change({ draft: null, order: [], step: 'upload' });
    },
  });
  const purchase = useSubmissionFee(state.albumId, sent, change);
  const step = shownStep(state, draft.id, sent);
  return { state, change, reset, draft, sent, fields, submit, purchase, step };
}

type Sent = ReturnType<typeof useSentAlbum>;

/** Begins as soon as the album is analysed, so that the form is ready when the artist wants to pay. */
function useSubmissionFee(albumId: number | null, { album, refetch }: Sent, change: ChangeStep) {
  const { prices } = useCampaign();
  return usePurchase({
    start: () =>
      callEndpoint(createAlbumPayment, {
        body: { amount: prices.albumSubmission / 100, albumId: albumId! },
      }),
    when: 'load',
    enabled: album?.analyzed === true && !album.submissionPaid,
    failedTitle: 'Payment Failed',
    returnPath: '/album-mode',
    onReturned: ({ status, product, albumId: paidFor }) => {
      if (status === 'succeeded' && product === 'albumSubmission' && paidFor !== null)
        change({ albumId: paidFor, step: 'payment' });
    },
    onPaid: async ({ clientSecret }) => {
      const query = { payment_intent_client_secret: clientSecret };
      await callEndpoint(getPaymentStatus, { query }).catch(() => {});
      await refetch();
      change({ step: 'confirmed' });
    },
  });
}

type ChangeStep = (part: Partial<Pick<AlbumState, 'albumId' | 'step'>>) => void;

/** What the server says wins over what the browser remembers. */
function shownStep(state: AlbumState, draft: string | null, { album, lost }: Sent): Step {
  if (state.albumId === null || lost)
    return state.step === 'details' && draft !== null ? 'details' : 'upload';
  if (album?.submissionPaid) return 'confirmed';
  if (album?.analyzed && state.step === 'payment') return 'payment';
  return 'analysis';
}

function fieldsOf(
  { artistName, albumName, phoneNumber }: AlbumState,
  [track1Title = '', track2Title = '', track3Title = '']: readonly string[],
): AlbumFields {
  return { artistName, albumName, phoneNumber, track1Title, track2Title, track3Title };
}

function buildForm(
  fields: AlbumFields,
  { id, tracks }: ReturnType<typeof useDraft>,
  texts: boolean,
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('texts', String(texts));
  form.append('draft', id ?? '');
  tracks.forEach((track, index) => {
    form.append(`track${index + 1}Id`, String(track.id));
  });
  return form;
}
