/** The last net: an error outside any page still leaves a person with words and a button. */
import { Component, type ReactNode } from 'react';
import { ErrorState } from '#web/ui/states.tsx';

export class AppBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="column py-16">
        <ErrorState
          level={1}
          title="The site stopped"
          action={
            <a href="/" className="font-semibold text-signal underline underline-offset-4">
              Start again
            </a>
          }
        >
          An error ended this page. Starting again usually helps.
        </ErrorState>
      </main>
    );
  }
}
