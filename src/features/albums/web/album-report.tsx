/** The analysis of an album: the score, its parts, the path from track to track, and each song with its moments. */
import { type RefObject, useRef } from 'react';
import { sayReadings } from '#features/scoring/rules-tempo.ts';
import { sayKey } from '#features/scoring/rules-wording.ts';
import { formatTime } from '#web/time-code.ts';
import { AudioPlayer, type AudioPlayerHandle } from '#web/ui/audio-player.tsx';
import { Badge, HonestyBadge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { Gauge } from '#web/ui/gauge.tsx';
import { VuMeter } from '#web/ui/level-meter.tsx';
import type { Album } from '../contract.ts';
import type { AlbumAnalysis, AlbumEvidence, AlbumRange } from '../contract-analysis.ts';
import { EnergyArc } from './energy-arc.tsx';

type Players = RefObject<(AudioPlayerHandle | null)[]>;
type Play = (range: AlbumRange) => void;

export function AlbumReport({ album, analysis }: { album: Album; analysis: AlbumAnalysis }) {
  const players: Players = useRef<(AudioPlayerHandle | null)[]>([]);
  const play: Play = ({ track, start }) => players.current[track - 1]?.playFrom(start);
  return (
    <div className="flex flex-col gap-6">
      <div className="grid gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <Gauge value={analysis.overallScore} outOf={10} label="Album score" caption="out of 10" />
        <Card title="Album experience" aside={<HonestyBadge tag="Automated" />}>
          <p className="max-w-prose text-lg">{analysis.albumExperience}</p>
          <p className="mt-4 max-w-prose text-muted">{analysis.albumDealExplanation}</p>
        </Card>
      </div>
      <Songs album={album} analysis={analysis} players={players} play={play} />
      <div className="grid gap-6 lg:grid-cols-2">
        <Parts analysis={analysis} play={play} />
        <Order analysis={analysis} play={play} />
      </div>
    </div>
  );
}

function Songs({
  album,
  analysis,
  players,
  play,
}: {
  album: Album;
  analysis: AlbumAnalysis;
  players: Players;
  play: Play;
}) {
  const songs = [analysis.songBreakdown.track1, analysis.songBreakdown.track2, analysis.songBreakdown.track3];
  return (
    <ol
      aria-label="Song breakdown"
      className="grid gap-px overflow-hidden rounded-md border border-line bg-line"
    >
      {album.tracks.map((track, index) => (
        <li
          key={track.id}
          className="grid gap-x-8 gap-y-4 bg-panel p-5 md:p-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]"
        >
          <div>
            <div className="flex items-baseline gap-4">
              <span aria-hidden="true" className="figures text-2xl font-bold text-signal">
                {String(index + 1).padStart(2, '0')}
              </span>
              <h3 className="plate min-w-0 flex-1 text-2xl wrap-anywhere">{track.title}</h3>
              <span className="figures text-2xl font-bold">
                {songs[index].score}
                <span className="text-sm text-muted"> /100</span>
              </span>
            </div>
            <p className="figures mt-2 text-sm text-muted">
              {formatTime(songs[index].durationSeconds)} ·{' '}
              {sayReadings(songs[index].tempoBpm, songs[index].tempoOtherBpm)} BPM ·{' '}
              {sayKey(songs[index].key)} · {songs[index].integratedLufs.toFixed(1)} LUFS
            </p>
            <AudioPlayer
              ref={(handle) => {
                players.current[index] = handle;
              }}
              src={track.audioUrl}
              label={`${track.title} by ${album.artistName}`}
              peaks={track.peaks}
              duration={track.duration}
              preload="none"
              className="mt-4"
            />
          </div>
          <div>
            {analysis.single.track === index + 1 && <Badge tone="signal">Strongest single</Badge>}
            <p className="mt-2 max-w-prose">{songs[index].notes}</p>
            {songs[index].lyrics && (
              <p className="mt-2 max-w-prose text-sm text-muted">{songs[index].lyrics}</p>
            )}
            <EvidenceList evidence={songs[index].evidence} play={play} />
          </div>
        </li>
      ))}
    </ol>
  );
}

function Parts({ analysis, play }: { analysis: AlbumAnalysis; play: Play }) {
  return (
    <Card title="The album as a whole">
      <ul className="flex flex-col gap-6">
        {analysis.parts.map((part) => (
          <li key={part.id}>
            <VuMeter label={<span className="font-semibold">{part.title}</span>} value={part.score} />
            <p className="mt-2 text-sm text-muted">{part.notes}</p>
            {part.id !== 'songs' && <EvidenceList evidence={part.evidence} play={play} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Order({ analysis, play }: { analysis: AlbumAnalysis; play: Play }) {
  const { order, songBreakdown } = analysis;
  const songs = [songBreakdown.track1, songBreakdown.track2, songBreakdown.track3];
  return (
    <Card
      title="The order"
      aside={
        <Badge tone={order.isBest ? 'good' : 'warm'}>
          {order.isBest ? 'Best order' : 'Could flow better'}
        </Badge>
      }
    >
      <EnergyArc songs={songs} />
      <p className="mt-4">{order.notes}</p>
      <ol className="mt-5 flex flex-col">
        {order.steps.map((step) => (
          <li key={step.from} className="border-t border-line py-4">
            <p className="silk text-muted">
              Track {step.from} to track {step.to}
            </p>
            <p className="figures mt-1 text-sm">
              {step.key} · {step.tempo}
            </p>
            <p className="mt-1 text-sm text-muted">{step.notes}</p>
            <p className="mt-1 flex flex-wrap gap-x-4">
              {step.ranges.map((range, index) => (
                <Moment key={range.track} range={range} play={play}>
                  {index === 0 ? 'how it ends' : 'how it goes on'}
                </Moment>
              ))}
            </p>
          </li>
        ))}
      </ol>
      <p className="border-t border-line pt-4">{analysis.single.notes}</p>
      <Moment range={analysis.single.range} play={play}>
        the single’s hook
      </Moment>
    </Card>
  );
}

function EvidenceList({ evidence, play }: { evidence: readonly AlbumEvidence[]; play: Play }) {
  return (
    <ul className="mt-2 flex flex-col">
      {evidence.map((item) => (
        <li key={item.measure} className="flex flex-wrap items-center gap-x-4 text-sm">
          <span>
            {item.measure}: <span className="figures">{item.value}</span>
            {item.reference && <span className="text-muted"> ({item.reference})</span>}
          </span>
          {item.ranges.map((range) => (
            <Moment key={`${range.track}-${range.start}`} range={range} play={play} />
          ))}
        </li>
      ))}
    </ul>
  );
}

function Moment({ range, play, children }: { range: AlbumRange; play: Play; children?: string }) {
  return (
    <button
      type="button"
      onClick={() => play(range)}
      className="figures inline-flex min-h-11 items-center border-l-2 border-signal pr-2 pl-2 text-xs text-signal hover:underline md:min-h-8"
    >
      <span className="sr-only">Play track {range.track} from </span>
      <span aria-hidden="true">▶&nbsp;{range.track} · </span>
      {formatTime(range.start)}
      {children && ` ${children}`}
    </button>
  );
}
