/** Invite artists: the device's own share sheet first, then texts from the site to people who agreed. */
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { PosterTitle } from '#web/ui/poster-title.tsx';
import type { InvitationResult } from '../contract.ts';
import { InviteForm } from './invite-form.tsx';
import { ShareOwn } from './share-own.tsx';

export default function SharePage() {
  const [sent, setSent] = useState<InvitationResult[] | null>(null);
  return (
    <div className="column grid gap-x-16 gap-y-12 pt-12 md:pt-16 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <div>
        <p className="silk mb-5 text-muted">Invite artists</p>
        <PosterTitle level={1} largest={5.5}>
          Bring your people
        </PosterTitle>
        <p className="mt-6 mb-8 max-w-prose text-lg text-pretty text-muted">
          A message from you beats a message from us. Share the link yourself, or let the site text up to
          three artists who told you they want it.
        </p>
        <ShareOwn />
      </div>
      <div className="rounded-md border border-line bg-panel p-5 md:p-7">
        {sent ? <SentView results={sent} onMore={() => setSent(null)} /> : <InviteForm onSent={setSent} />}
      </div>
    </div>
  );
}

function SentView({ results, onMore }: { results: InvitationResult[]; onMore: () => void }) {
  // The form was longer than what follows it: on a phone its button was below where this begins.
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div role="status">
      <h2 ref={title} tabIndex={-1} className="plate scroll-mt-24 text-3xl outline-none">
        Invitations sent
      </h2>
      <ul className="mt-5 border-b border-line">
        {results.map(({ phoneNumber, state, message }) => (
          <li key={phoneNumber} className="flex flex-wrap justify-between gap-3 border-t border-line py-3">
            <span className="figures">{phoneNumber}</span>
            <span className="text-good">{state === 'sent' ? 'Sent' : message}</span>
          </li>
        ))}
      </ul>
      <p className="mt-4 text-sm text-muted">
        Each text names you, and lets the reader stop further ones or have the number erased.
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button variant="primary" size="large" onClick={onMore}>
          Invite More Artists
        </Button>
        <Button asChild size="large">
          <Link to="/">Return to Home Page</Link>
        </Button>
      </div>
    </div>
  );
}
