/** A meeting as a calendar file (RFC 5545): one event of half an hour, times in UTC, lines folded at 75 octets. */

export interface Meeting {
  /** Globally unique: 'update-12@soundcheck'. */
  uid: string;
  startsAt: Date;
  writtenAt: Date;
  title: string;
  description: string;
}

const MEETING_MS = 30 * 60_000;

export function printCalendar(product: string, meeting: Meeting): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(product)}//A&R desk//EN`,
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${meeting.uid}`,
    `DTSTAMP:${stamp(meeting.writtenAt)}`,
    `DTSTART:${stamp(meeting.startsAt)}`,
    `DTEND:${stamp(new Date(meeting.startsAt.getTime() + MEETING_MS))}`,
    `SUMMARY:${escapeText(meeting.title)}`,
    `DESCRIPTION:${escapeText(meeting.description)}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(foldLine).join('\r\n')}\r\n`;
}

/** 20261201T150000Z */
function stamp(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n');
}

/** A line holds at most 75 octets; the rest continues on the next, after a space. Characters are never split. */
function foldLine(line: string): string {
  const encoder = new TextEncoder();
  const pieces: string[] = [];
  let piece = '';
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > 75) {
      pieces.push(piece);
      piece = ' ';
      octets = 1;
    }
    piece += character;
    octets += size;
  }
  return [...pieces, piece].join('\r\n');
}
