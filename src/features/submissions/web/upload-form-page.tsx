/** The upload form on a page of its own, in a padded box. */
import { UploadForm } from './upload-form.tsx';

export default function UploadFormPage() {
  return (
    <div className="column grid gap-10 py-10 md:py-16 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:grid-rows-[auto_1fr] lg:gap-x-14">
      <div>
        <h1 className="poster text-[clamp(2.75rem,6.5vw,5.5rem)]">
          Put it <span className="text-signal">on the desk</span>
        </h1>
        <p className="mt-6 max-w-md text-lg text-muted">
          One MP3. We measure it from the first second to the last, and show you where every point was won or
          lost.
        </p>
      </div>
      <div className="rounded-md border border-line bg-panel p-5 sm:p-8 lg:row-span-2">
        <UploadForm />
      </div>
      <ol className="max-w-md border-t border-line lg:col-start-1">
        {STEPS.map((step, index) => (
          <li key={step} className="flex items-baseline gap-5 border-b border-line py-3">
            <span className="figures text-sm text-signal">{String(index + 1).padStart(2, '0')}</span>
            <span>{step}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

const STEPS = [
  'You send one MP3 of up to 10 MB.',
  'It waits in line, then every second of it is measured.',
  'You get notes on its hook, flow, production and more.',
  'It takes its place on the leaderboard, by score alone.',
];
