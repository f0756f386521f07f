/** Shortlists over HTTP. */
import type { Deps } from '#deps.ts';
import type { FoundTrack } from '#features/catalogue/contract.ts';
import { sayBpm, sayWheelKey } from '#features/catalogue/rules.ts';
import { streamSound } from '#features/recordings/service-audio.ts';
import { noteExport } from '#platform/audit.ts';
import { type CsvColumn, csvAnswer } from '#platform/csv.ts';
import { AppError } from '#platform/errors.ts';
import { type Route, route } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import { printSheet, type SheetRow } from './format-pdf.ts';
import * as service from './service.ts';

const DONE = { success: true as const };

export function shortlistRoutes(deps: Deps): Route[] {
  return [...listRoutes(deps), ...sheetRoutes(deps), ...listenRoutes(deps)];
}

function listRoutes(deps: Deps): Route[] {
  return [
    route(contract.listShortlists, () => service.listShortlists(deps)),
    route(contract.createShortlist, ({ staff, body }) => service.createShortlist(deps, staff, body.name)),
    route(contract.getShortlist, ({ params }) => service.readShortlist(deps, params.id)),
    route(contract.deleteShortlist, async ({ staff, params }) => {
      await service.deleteShortlist(deps, staff, params.id);
      return DONE;
    }),
    route(contract.orderShortlist, ({ staff, params, body }) =>
      service.orderShortlist(deps, staff, params.id, body),
    ),
    route(contract.addToShortlist, async ({ staff, params, body }) => {
      await service.addToShortlist(deps, staff, params.id, body.submissionId);
      return DONE;
    }),
    route(contract.makeLink, ({ staff, params, body }) => service.makeLink(deps, staff, params.id, body)),
    route(contract.revokeLink, async ({ staff, params }) => {
      await service.revokeLink(deps, staff, params.id);
      return DONE;
    }),
  ];
}

const COLUMNS: CsvColumn<FoundTrack & { place: number }>[] = [
  { header: 'Place', cell: (row) => row.place },
  { header: 'ID', cell: (row) => row.id },
  { header: 'Artist Name', cell: (row) => row.artistName },
  { header: 'Track Title', cell: (row) => row.trackTitle },
  { header: 'Genre', cell: (row) => row.genre },
  { header: 'Score', cell: (row) => row.score },
  { header: 'BPM', cell: (row) => row.bpm },
  { header: 'Or Counted As BPM', cell: (row) => row.otherBpm },
  { header: 'Key', cell: (row) => row.key },
  { header: 'Length Seconds', cell: (row) => row.seconds },
  { header: 'Loudness LUFS', cell: (row) => row.lufs },
  { header: 'Language', cell: (row) => row.language },
  { header: 'Sent', cell: (row) => row.createdAt },
];

function sheetRoutes(deps: Deps): Route[] {
  return [
    route(contract.exportShortlist, async ({ staff, params }) => {
      const { tracks } = await service.readShortlist(deps, params.id);
      await noteExport(deps, staff, 'shortlist.export', {}, { type: 'shortlist', id: params.id });
      const rows = tracks.map((track, place) => ({ ...track, place: place + 1 }));
      return csvAnswer('shortlist', deps.clock.now(), COLUMNS, rows);
    }),
    route(contract.printShortlist, async ({ staff, params }) => {
      const { name, tracks } = await service.readShortlist(deps, params.id);
      await noteExport(deps, staff, 'shortlist.export-pdf', {}, { type: 'shortlist', id: params.id });
      const day = deps.clock.now().toISOString().slice(0, 10);
      const under = `${deps.campaign.label}, ${tracks.length} tracks, ${day}`;
      return {
        body: Buffer.from(printSheet(name, under, tracks.map(describeTrack))),
        headers: { 'content-disposition': `attachment; filename="shortlist-${day}.pdf"` },
      };
    }),
  ];
}

function describeTrack(track: FoundTrack): SheetRow {
  const { bpm, key, seconds, score, lufs } = track;
  const length =
    seconds && `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
  const figures = [
    score !== null && `Score ${score}`,
    bpm && `${sayBpm(track)} BPM`,
    key && sayWheelKey(key),
    length,
    lufs !== null && `${lufs} LUFS`,
    `#${track.id}`,
  ];
  return {
    title: track.trackTitle,
    line: `${track.artistName}${track.genre ? `, ${track.genre}` : ''}`,
    figures: figures.filter(Boolean).join('   '),
    peaks: track.peaks,
  };
}

/** What a player asks as: a link followed or saved says 'document'. Older browsers say nothing. */
const PLAYERS = [undefined, 'audio', 'video', 'empty'];

function listenRoutes(deps: Deps): Route[] {
  return [
    route(contract.listen, ({ params, reply }) => {
      reply.header('cache-control', 'private, no-store');
      return service.readListening(deps, params.token);
    }),
    route(contract.listenTo, async ({ params, request }) => {
      if (!PLAYERS.includes(request.headers['sec-fetch-dest'] as string | undefined))
        throw new AppError('forbidden', 'This track can be heard here, not downloaded.');
      const key = await service.findListened(deps, params.token, params.id);
      return streamSound(deps, key, request.headers.range);
    }),
  ];
}
