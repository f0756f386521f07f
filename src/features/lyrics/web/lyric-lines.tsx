/** The words in time: the line being sung is lit, a press plays from there, rhymes carry a colour and a letter. */
import { useContext, useEffect, useRef } from 'react';
import { formatTime } from '#web/time-code.ts';
import { classNames } from '#web/ui/class-names.ts';
import { PlayableContext } from '#web/ui/playable.ts';
import type { SungLine, SungWord } from '../contract-sheet.ts';
import { rhymeColour } from '../rules-display.ts';
import { useSungLine } from './use-sung-line.ts';

/** Milliseconds after somebody scrolled in which the list does not scroll by itself. */
const HANDS_OFF_MS = 4000;

export function LyricLines({ lines }: { lines: readonly SungLine[] }) {
  const { line: current, playing } = useSungLine(lines);
  const list = useRef<HTMLOListElement>(null);
  const touchedAt = useRef(0);
  useEffect(() => {
    const box = list.current;
    const item = current === null ? null : box?.querySelector<HTMLElement>(`[data-line="${current}"]`);
    if (!box || !item || !playing || Date.now() - touchedAt.current < HANDS_OFF_MS) return;
    box.scrollTop = item.offsetTop - box.clientHeight / 2 + item.offsetHeight / 2;
  }, [current, playing]);
  const touched = () => {
    touchedAt.current = Date.now();
  };
  return (
    <ol
      ref={list}
      aria-label="Lyrics in time"
      dir="auto"
      onWheel={touched}
      onTouchMove={touched}
      className="relative -mx-5 max-h-128 overflow-y-auto md:-mx-6"
    >
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines never change places, and the same line returns
        <Line key={index} line={line} index={index} isCurrent={index === current} isFirst={index === 0} />
      ))}
    </ol>
  );
}

interface LineProps {
  line: SungLine;
  index: number;
  isCurrent: boolean;
  isFirst: boolean;
}

function Line({ line, index, isCurrent, isFirst }: LineProps) {
  const { playFrom } = useContext(PlayableContext);
  return (
    <li data-line={index} aria-current={isCurrent || undefined}>
      {line.section ? (
        <p className={classNames('silk px-5 pb-1 text-muted md:px-6', !isFirst && 'pt-5')}>{line.section}</p>
      ) : (
        line.opens && !isFirst && <div aria-hidden="true" className="h-5" />
      )}
      <div
        className={classNames(
          'grid grid-cols-[3.25rem_minmax(0,1fr)_auto] items-baseline gap-x-2 border-l-2 pr-5 pl-[calc(1.25rem-2px)] md:pr-6 md:pl-[calc(1.5rem-2px)]',
          isCurrent ? 'bg-raised' : '',
          line.hook ? 'border-signal' : 'border-transparent',
        )}
      >
        <button
          type="button"
          onClick={() => playFrom(line.start)}
          className={classNames(
            'figures -my-1 min-h-11 text-left text-xs hover:text-bone hover:underline md:min-h-8',
            isCurrent ? 'text-signal' : 'text-muted',
          )}
        >
          <span className="sr-only">Play line from </span>
          {isCurrent && <span aria-hidden="true">▶</span>}
          {formatTime(line.start)}
        </button>
        <p className={classNames('py-1 leading-relaxed', isCurrent && 'font-semibold')}>
          {line.words.map((word, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: words never change places
            <Word key={at} word={word} onPlay={() => playFrom(word.start)} />
          ))}
        </p>
        {line.hook && <span className="silk text-[0.6875rem] whitespace-nowrap text-signal">Hook line</span>}
      </div>
    </li>
  );
}

/** A press plays from the word; with the keyboard the line's time does, so that Tab does not stop at every word. */
function Word({ word, onPlay }: { word: SungWord; onPlay: () => void }) {
  const { text, rhyme, slant } = word;
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        onClick={onPlay}
        style={rhyme ? { color: rhymeColour(rhyme) } : undefined}
        className={classNames(
          'hover:underline',
          rhyme && 'underline underline-offset-4',
          rhyme && (slant ? 'decoration-dotted' : 'decoration-solid'),
        )}
      >
        {text}
      </button>
      {rhyme && (
        <sup className="figures ml-px text-[0.625rem]" style={{ color: rhymeColour(rhyme) }}>
          <span className="sr-only">, rhyme </span>
          {rhyme}
        </sup>
      )}{' '}
    </>
  );
}
