/** The page for every address nobody serves. */
import { Link } from '@tanstack/react-router';
import { Button } from '#web/ui/button.tsx';

export default function NotFoundPage() {
  return (
    <div className="column py-16 md:py-24">
      <p className="silk text-muted">No signal on this channel</p>
      <h1 className="poster mt-4 text-[clamp(2.75rem,9vw,7.5rem)]">404 Page Not Found</h1>
      <svg
        viewBox="0 0 1200 40"
        preserveAspectRatio="none"
        className="mt-8 h-10 w-full text-wave"
        aria-hidden="true"
      >
        <path
          d="M0 20H250l8-14 8 28 8-22 6 8H1200"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <p className="mt-8 text-lg text-muted">Did you forget to add the page to the router?</p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button asChild variant="primary" size="large">
          <Link to="/">Back to the start</Link>
        </Button>
        <Button asChild size="large">
          <Link to="/leaderboard">See the board</Link>
        </Button>
      </div>
    </div>
  );
}
