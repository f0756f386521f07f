/** The lyrics on the results page: whose words they are, what was measured, the lines in time, and the way to correct them. */

import type { ReactNode } from 'react';
import type { LyricSheet } from '#features/lyrics/contract-sheet.ts';
import { describeSheet, readSheet, SOURCE_TAGS } from '#features/lyrics/rules-display.ts';
import { isGuess } from '#features/lyrics/rules-scorable.ts';
import { LyricLines } from '#features/lyrics/web/lyric-lines.tsx';
import { STILL_COMING } from '#features/recordings/rules-transcript.ts';
import type { Submission } from '#features/submissions/contract.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmLyrics } from './confirm-lyrics.tsx';
import { EditLyrics } from './edit-lyrics.tsx';

export function LyricsPanel({
  submission,
  sheet,
}: {
  submission: Submission;
  sheet: LyricSheet | undefined;
}) {
  const mayEdit = submission.mine || submission.phoneNumber !== undefined;
  // One and the same button in all states: the focus returns to it when the panel closes.
  const edit = mayEdit && (
    <EditLyrics
      submission={submission}
      label={sheet ? 'Correct the lyrics' : 'Add the lyrics'}
      isFirst={!sheet}
    />
  );
  return (
    <Card title="Lyrics" aside={edit}>
      {sheet ? (
        <Words
          sheet={sheet}
          confirm={mayEdit && <ConfirmLyrics submission={submission} lines={sheet.lines} />}
        />
      ) : (
        <NoWords submission={submission} mayEdit={mayEdit} />
      )}
    </Card>
  );
}

function Words({ sheet, confirm }: { sheet: LyricSheet; confirm: ReactNode }) {
  const { source, approximate, doubt, measures, lines } = sheet;
  return (
    <>
      <p className="flex flex-wrap gap-2">
        <Badge>{SOURCE_TAGS[source]}</Badge>
        {approximate && <Badge tone="warm">Times approximate</Badge>}
        {measures.explicit.words > 0 && <Badge>Explicit</Badge>}
        {isGuess(sheet) && <Badge tone="warm">A guess, not scored</Badge>}
        {doubt !== null && <Badge tone="hot">Not scored</Badge>}
      </p>
      {isGuess(sheet) && (
        <div className="mt-3 flex max-w-prose flex-wrap items-center gap-3 border-l-2 border-signal pl-3">
          <p>
            The machine heard these words and may have misheard them. They count once the artist confirms
            them.
          </p>
          {confirm}
        </div>
      )}
      {doubt !== null && (
        <p className="mt-3 max-w-prose border-l-2 border-hot pl-3">
          {doubt} So these words are shown and do not count. If they are right, write to us: staff can listen
          and confirm them.
        </p>
      )}
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
    </>
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

function NoWords({ submission, mayEdit }: { submission: Submission; mayEdit: boolean }) {
  return (
    <>
      <Badge>{submission.transcription === STILL_COMING ? 'Words still coming' : 'Not transcribed'}</Badge>
      <p className="mt-3 max-w-prose text-muted" dir="auto">
        {submission.transcription ?? 'Not transcribed.'}
      </p>
      {mayEdit && (
        <p className="mt-3 max-w-prose">
          Paste the words and they are laid over the voice, rhymes and all. They then count for the lyrics
          score, marked as given by you.
        </p>
      )}
    </>
  );
}
