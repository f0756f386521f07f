/** /admin/login: the sign-in, and beside it what A&R access is and how to apply for it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { getMe } from '#features/people/calls.ts';
import { ApiError, callEndpoint } from '#web/api-client.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { login, me } from '../calls.ts';
import { COPY } from '../copy.ts';
import { AccessPitch } from './access-pitch.tsx';
import { type Asked, type Factor, FactorStep } from './factor-step.tsx';

interface Values {
  email: string;
  password: string;
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export function checkSignIn({ email, password }: Values): Partial<Values> {
  return {
    ...(EMAIL.test(email.trim()) ? {} : { email: COPY.email }),
    ...(password.length >= 6 ? {} : { password: COPY.password }),
  };
}

export default function LoginPage() {
  return (
    <div className="column grid gap-x-16 gap-y-12 py-10 md:py-14 lg:grid-cols-[minmax(0,26rem)_1fr]">
      <div>
        <h1 className="poster text-[clamp(2rem,4.5vw,3.5rem)]">A&amp;R desk</h1>
        <Card title="Sign in" className="mt-7">
          <SignInForm />
        </Card>
      </div>
      <AccessPitch />
    </div>
  );
}

function SignInForm() {
  const [values, setValues] = useState<Values>({ email: '', password: '' });
  const [asked, setAsked] = useState<Asked | null>(null);
  const [tried, setTried] = useState(false);
  const navigate = useNavigate();
  const client = useQueryClient();
  const errors = tried ? checkSignIn(values) : {};
  const { mutate, isPending } = useMutation({
    mutationFn: (factor: Factor) =>
      callEndpoint(login, { body: { ...values, ...factor, email: values.email.trim() } }),
    onSuccess: ({ secondFactor }) => {
      if (secondFactor) return setAsked(secondFactor);
      client.removeQueries({ queryKey: [me.path] });
      // The header says who is here.
      void client.invalidateQueries({ queryKey: [getMe.path] });
      return navigate({ to: '/admin/dashboard' });
    },
    onError: (error) => toast(explainFailure(error, asked !== null)),
  });
  if (asked)
    return <FactorStep asked={asked} pending={isPending} onGiven={mutate} onBack={() => setAsked(null)} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(checkSignIn(values)).length === 0) mutate({});
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Field label="Email" error={errors.email}>
        <Input
          type="email"
          autoComplete="username"
          value={values.email}
          onChange={(event) => setValues({ ...values, email: event.target.value })}
        />
      </Field>
      <Field label="Password" error={errors.password}>
        <Input
          type="password"
          autoComplete="current-password"
          value={values.password}
          onChange={(event) => setValues({ ...values, password: event.target.value })}
        />
      </Field>
      <Button type="submit" variant="primary" size="large" pending={isPending}>
        {isPending ? 'Signing in…' : 'Sign In'}
      </Button>
    </form>
  );
}

/** At the second step the password was right: what did not fit is the code, and the server's one answer would say neither. */
function explainFailure(error: unknown, isSecondStep: boolean) {
  if (!(error instanceof ApiError) || error.status >= 500)
    return {
      title: 'Login Error',
      description: 'An error occurred during login. Please try again.',
      variant: 'destructive' as const,
    };
  return {
    title: 'Login Failed',
    description:
      isSecondStep && error.status === 401 ? COPY.wrongCode : error.body?.message || COPY.credentials,
    variant: 'destructive' as const,
  };
}
