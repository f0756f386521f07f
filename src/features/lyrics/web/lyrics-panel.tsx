/** The lyrics on the results page: whose words they are, what was measured, the lines in time, and the way to correct them. */
import type { Submission } from '#features/submissions/contract.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import type { LyricSheet } from '../contract-sheet.ts';
import { describeSheet, readSheet, SOURCE_TAGS } from '../rules-display.ts';
import { EditLyrics } from './edit-lyrics.tsx';
import { LyricLines } from './lyric-lines.tsx';

export function LyricsPanel({
  submission,
  sheet,
}: {
  submission: Submission;
  sheet: LyricSheet | undefined;
}) {
  const mayEdit = submission.mine || submission.phoneNumber !== undefined;
  if (!sheet) return <NoLyrics submission={submission} mayEdit={mayEdit} />;
  const { source, approximate, measures, lines } = sheet;
  return (
    <Card title="Lyrics" aside={mayEdit && <EditLyrics submission={submission} label="Correct the lyrics" />}>
      <p className="flex flex-wrap gap-2">
        <Badge>{SOURCE_TAGS[source]}</Badge>
        {approximate && <Badge tone="warm">Times approximate</Badge>}
        {measures.explicit.words > 0 && <Badge>Explicit</Badge>}
      </p>
      <Readout sheet={sheet} />
      <p className="mt-4 mb-3 max-w-prose text-sm text-muted">{describeSheet(sheet).join(' ')}</p>
      <LyricLines lines={lines} />
      {lines.some(({ words }) => words.some(({ rhyme }) => rhyme)) && (
        <p className="mt-3 text-sm text-muted">
          Same letter and colour: a rhyme. Dotted underline: a slant one. Letters start anew in each part.
        </p>
      )}
      {approximate && (
        <p className="mt-2 text-sm text-muted">
          These words were not heard one by one, so they are spread over the places with a voice.
        </p>
      )}
    </Card>
  );
}

function Readout({ sheet }: { sheet: LyricSheet }) {
  return (
    <dl className="mt-4 grid grid-cols-2 border-y border-line sm:grid-cols-4">
      {readSheet(sheet).map(({ label, value, detail }) => (
        <div
          key={label}
          className="border-line py-3 pr-3 odd:border-r even:pl-3 sm:border-r sm:pl-3 sm:first:pl-0 sm:last:border-r-0 max-sm:nth-[n+3]:border-t"
        >
          <dt className="silk text-[0.6875rem] text-muted">{label}</dt>
          <dd>
            <span className="figures text-2xl font-bold">{value}</span>
            <span className="block text-xs text-muted">{detail}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function NoLyrics({ submission, mayEdit }: { submission: Submission; mayEdit: boolean }) {
  return (
    <Card title="Lyrics" aside={<Badge>Not transcribed</Badge>}>
      <p className="max-w-prose text-muted" dir="auto">
        {submission.transcription ?? 'Not transcribed.'}
      </p>
      {mayEdit && (
        <>
          <p className="mt-3 max-w-prose">
            Paste the words and they are laid over the voice, rhymes and all. They then count for the lyrics
            score, marked as given by you.
          </p>
          <div className="mt-4">
            <EditLyrics submission={submission} label="Add the lyrics" isFirst />
          </div>
        </>
      )}
    </Card>
  );
}
