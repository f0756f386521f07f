/** Times and sizes as people read them. */

/** Seconds as m:ss, or h:mm:ss from an hour on. Unknown: a dash each. */
export function formatTime(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return '–:––';
  const whole = Math.max(0, Math.floor(seconds));
  const pad = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes}:${pad(whole % 60)}`;
  return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(whole % 60)}`;
}

/** Seconds in words, for those who listen: '7 minutes 42 seconds'. */
export function speakTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const count = (value: number, unit: string) => `${value} ${unit}${value === 1 ? '' : 's'}`;
  const parts = [];
  if (whole >= 3600) parts.push(count(Math.floor(whole / 3600), 'hour'));
  if (whole % 3600 >= 60) parts.push(count(Math.floor((whole % 3600) / 60), 'minute'));
  if (whole % 60 > 0 || parts.length === 0) parts.push(count(whole % 60, 'second'));
  return parts.join(' ');
}

/** Bytes as B, KB or MB of 1024, as file managers show them. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`;
  return `${(bytes / (1024 * 1024)).toFixed(1)} MB`;
}
