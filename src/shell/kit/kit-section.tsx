/** A titled part of the kit page. */
import type { ReactNode } from 'react';

export function KitSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-16">
      <h2 className="poster mb-6 border-b border-line pb-4 text-3xl">{title}</h2>
      {children}
    </section>
  );
}
