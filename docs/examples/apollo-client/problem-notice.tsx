import { useEffect, useState } from 'react';
import type { Problem } from './problem.js';

const TITLES: Readonly<Record<string, string>> = {
  TIER_REQUIRED: 'Your plan does not include this',
  RATE_LIMITED: 'Too many requests this minute',
  MONTHLY_LIMIT_REACHED: 'The monthly quota is used up',
  INVALID_KEY: 'The key is not valid',
  MISSING_KEY: 'A key is required',
  UNREACHABLE: 'No connection',
};

/** Counts down to zero, one second at a time. */
function useCountdown(seconds: number | null): number {
  const [left, setLeft] = useState(seconds ?? 0);
  useEffect(() => {
    setLeft(seconds ?? 0);
    const timer = setInterval(() => setLeft((now) => Math.max(0, now - 1)), 1_000);
    return () => clearInterval(timer);
  }, [seconds]);
  return left;
}

function advice({ requiredTier, retryAfterS, message }: Problem): string {
  if (requiredTier !== null) {
    return `Several tickers at once need the ${requiredTier} tier. Request one ticker, or use a key of that tier.`;
  }
  return retryAfterS === null ? message : 'All keys of the account share this limit. You can try again in a moment.';
}

/** A problem that affects the whole list: what it is, what to do, and the request id for support. */
export function ProblemNotice({ problem, onRetry }: { readonly problem: Problem; readonly onRetry: () => void }) {
  const left = useCountdown(problem.retryAfterS);
  const canRetry = problem.retryAfterS !== null || problem.code === 'UNREACHABLE';
  return (
    <div className="problem" role="alert" data-code={problem.code}>
      <span>
        <strong>{TITLES[problem.code] ?? 'Something went wrong'}</strong>
        {advice(problem)}
        {problem.requestId === null ? null : <small> Request {problem.requestId}</small>}
      </span>
      {canRetry ? <button type="button" onClick={onRetry} disabled={left > 0}>{left > 0 ? `Again in ${left} s` : 'Try again'}</button> : null}
    </div>
  );
}
