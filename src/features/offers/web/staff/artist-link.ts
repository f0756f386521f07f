/** The signed link of an artist: made by the server, copied, and said so. */
import { makeArtistLink } from '#features/offers/calls.ts';
import { callEndpoint, readableMessage } from '#web/api-client.ts';
import { toast } from '#web/ui/toast-store.ts';

async function fetchLink(id: number): Promise<string> {
  const { pitchLink } = await callEndpoint(makeArtistLink, { params: { id: String(id) } });
  return new URL(pitchLink, location.origin).href;
}

/** Copies the link; returns it, or null when it could not be made. */
export async function copyArtistLink(id: number): Promise<string | null> {
  try {
    const link = await fetchLink(id);
    const copied = await navigator.clipboard.writeText(link).then(
      () => true,
      () => false,
    );
    toast({ title: copied ? 'Artist link copied' : 'Artist link', description: link });
    return link;
  } catch (error) {
    toast({
      title: 'Error',
      description: readableMessage(error, 'The link could not be made.'),
      variant: 'destructive',
    });
    return null;
  }
}

/** Copies the link and opens it. In this order: a page that is not in front may not write to the clipboard. */
export async function openArtistLink(id: number): Promise<void> {
  const link = await copyArtistLink(id);
  // Browsers still count the click for some seconds. If not, the toast shows the link.
  const tab = link && window.open(link, '_blank');
  if (tab) tab.opener = null;
}
