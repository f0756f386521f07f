/** /sign-in: prove a number; once that is done, whose it is, its passkeys and devices. `?then=` names the page to go on to. */
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { callEndpoint, readableMessage } from '#web/api-client.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { signOut } from '../calls.ts';
import type { Me } from '../contract.ts';
import { sayWhy } from '../copy.ts';
import { nextPage } from '../rules.ts';
import { DeviceList } from './device-list.tsx';
import { PasskeyList } from './passkey-list.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { useMe } from './use-me.ts';

export default function SignInPage() {
  const me = useMe();
  return (
    <div className="column py-10 md:py-14">
      <h1 className="poster text-[clamp(2rem,4.5vw,3.5rem)]">{me ? 'You are in' : 'Sign in'}</h1>
      {me === undefined && <Skeleton className="mt-7 h-80 w-full max-w-md" />}
      {me === null && <Door />}
      {me && <Account me={me} />}
    </div>
  );
}

function Door() {
  const navigate = useNavigate();
  const then = nextPage(window.location.search);
  return (
    <div className="mt-7 max-w-md">
      <Card>
        <SignInForm
          lead={sayWhy(then)}
          onSignedIn={() => {
            if (then) void navigate({ to: then });
          }}
        />
      </Card>
    </div>
  );
}

function Account({ me }: { me: Me }) {
  return (
    <>
      <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">
        <p>
          Signed in as <strong className="figures whitespace-nowrap">{me.phone}</strong>
        </p>
        <SignOutButton />
      </div>
      <div className="mt-7 grid items-start gap-5 lg:grid-cols-2">
        <PasskeyList />
        <DeviceList />
      </div>
    </>
  );
}

function SignOutButton() {
  const [busy, setBusy] = useState(false);
  const client = useQueryClient();
  const leave = async () => {
    setBusy(true);
    try {
      await callEndpoint(signOut);
      await client.invalidateQueries();
    } catch (error) {
      toast({ title: readableMessage(error, 'Signing out did not work'), variant: 'destructive' });
    }
    setBusy(false);
  };
  return (
    <Button pending={busy} onClick={() => void leave()}>
      Sign out
    </Button>
  );
}
