/** The page of a rules or legal document: contents beside the text, every part with its own address, fit for printing. */
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { useCampaign } from '#web/campaign.ts';
import { PosterTitle } from '#web/ui/poster-title.tsx';
import type { Block, LegalDocument } from '../copy.ts';

interface DocumentPageProps {
  document: LegalDocument;
  /** After the parts: what a page draws itself. */
  children?: ReactNode;
  /** Contents entries of `children`. */
  more?: readonly { id: string; title: string }[];
}

export function DocumentPage({ document, children, more = [] }: DocumentPageProps) {
  return (
    <article className="column pt-12 md:pt-16 print:pt-0">
      <PosterTitle level={1} largest={6}>
        {document.title}
      </PosterTitle>
      <p className="mt-6 max-w-[44rem] text-xl text-pretty text-muted">
        <Inline text={document.lead} />
      </p>
      <div className="mt-12 grid gap-x-16 gap-y-10 border-t border-line pt-8 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <Contents parts={[...document.parts, ...more]} />
        <div className="min-w-0">
          {document.parts.map((part) => (
            <DocumentSection key={part.id} id={part.id} title={part.title}>
              {part.blocks.map((block) => (
                <BlockView key={JSON.stringify(block)} block={block} />
              ))}
            </DocumentSection>
          ))}
          {children}
        </div>
      </div>
    </article>
  );
}

function Contents({ parts }: { parts: readonly { id: string; title: string }[] }) {
  return (
    <nav aria-label="On this page" className="print:hidden">
      <div className="lg:sticky lg:top-6">
        <p className="silk mb-2 text-muted">On this page</p>
        <ol className="grid sm:grid-cols-2 sm:gap-x-8 lg:grid-cols-1">
          {parts.map(({ id, title }) => (
            <li key={id}>
              <Link
                to="."
                hash={id}
                className="flex min-h-11 items-center border-b border-line py-1.5 text-[0.9375rem] leading-snug text-muted hover:text-signal lg:min-h-9"
              >
                {title}
              </Link>
            </li>
          ))}
        </ol>
      </div>
    </nav>
  );
}

export function DocumentSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="scroll-mt-6 pb-12 outline-none print:break-inside-avoid print:pb-6"
    >
      <h2 id={`${id}-title`} className="plate mb-4 text-[1.625rem]">
        {title}
      </h2>
      <div className="grid gap-4 text-[1.0625rem] leading-relaxed">{children}</div>
    </section>
  );
}

function BlockView({ block }: { block: Block }) {
  if (typeof block === 'string')
    return (
      <p className="max-w-[42rem] text-pretty">
        <Inline text={block} />
      </p>
    );
  if ('list' in block)
    return (
      <ul className="grid max-w-[42rem] gap-2.5">
        {block.list.map((entry) => (
          <li key={entry} className="grid grid-cols-[0.625rem_1fr] items-baseline gap-3">
            <span aria-hidden="true" className="h-2.5 bg-signal print:bg-black" />
            <span className="text-pretty">
              <Inline text={entry} />
            </span>
          </li>
        ))}
      </ul>
    );
  return <DocumentTable {...block.table} />;
}

export function DocumentTable({
  head,
  rows,
}: {
  head: readonly string[];
  rows: readonly (readonly string[])[];
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than a phone is scrolled by keyboard too
    <section className="overflow-x-auto" tabIndex={0} aria-label={head.join(', ')}>
      <table className="w-full max-w-[48rem] border-collapse text-left text-[0.9375rem]">
        <thead>
          <tr className="border-b-2 border-edge">
            {head.map((cell) => (
              <th key={cell} scope="col" className="silk py-2 pr-6 text-muted">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a printed table does not change its order
            <tr key={line} className="border-b border-line align-top">
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a row's cells keep their columns
                <td key={column} className="py-2.5 pr-6 last:pr-0">
                  <Inline text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const LINK = 'font-medium text-bone underline decoration-edge underline-offset-4 hover:decoration-signal';

/** Text with its [words](/path) as links, and the address of support as one that opens a letter. */
function Inline({ text }: { text: string }) {
  const { email } = useCampaign().support;
  return text.split(/(\[[^\]]+\]\(\/[^)\s]*\)|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)/).map((piece, index) => {
    const link = /^\[([^\]]+)\]\((\/[^)#\s]*)(?:#([\w-]+))?\)$/.exec(piece);
    const key = index; // Pieces of one text keep their order.
    if (piece === email)
      return (
        <a key={key} href={`mailto:${email}`} className={LINK}>
          {email}
        </a>
      );
    if (!link) return <Fragment key={key}>{piece}</Fragment>;
    return (
      <Link key={key} to={link[2]} hash={link[3]} className={LINK}>
        {link[1]}
      </Link>
    );
  });
}
