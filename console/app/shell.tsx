import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { limits } from './api.js';
import { tierWords, useAccount } from './account.js';
import { listedPages, pageAt } from './pages.js';
import { operatorKey } from './operator-key.js';
import { addressOf, place } from './router.js';
import { Search } from './search.js';
import { SignIn } from './sign-in.js';
import { useStore } from './store.js';
import { ThemeSwitch } from './theme.js';
import { shown } from './title.js';
import { DASH, whole } from './format.js';
import { Loading, Refusal } from '../parts/states.js';

/** What is left of the limits, as the last response told. */
function LimitsLeft() {
  const left = useStore(limits);
  const minute = left === null ? DASH : `${left.leftThisMinute} of ${left.perMinute}`;
  const month =
    left === null
      ? DASH
      : left.perMonth === null
        ? 'unlimited'
        : `${whole(left.leftThisMonth)} of ${whole(left.perMonth)}`;
  return (
    <dl class="limits">
      <div>
        <dt>Requests left this minute</dt>
        <dd>{minute}</dd>
      </div>
      <div>
        <dt>Units left this month</dt>
        <dd>{month}</dd>
      </div>
    </dl>
  );
}

function Navigation({ current, close }: { readonly current: string; readonly close: () => void }) {
  useStore(operatorKey);
  const pages = listedPages();
  const groups = [...new Set(pages.map(({ group }) => group))];
  const { account } = useAccount();
  return (
    <nav id="navigation" aria-label="Console" onClick={close}>
      {groups.map((group) => (
        <div key={group}>
          <p class="nav-group" id={`group-${group}`}>
            {group}
          </p>
          <ul aria-labelledby={`group-${group}`}>
            {pages
              .filter((page) => page.group === group)
              .map(({ path, name }) => (
                <li key={path}>
                  <a href={addressOf(path)} aria-current={path === current ? 'page' : undefined}>
                    {name}
                  </a>
                </li>
              ))}
          </ul>
        </div>
      ))}
      <div>
        <p class="nav-group" id="group-developers">
          Developers
        </p>
        <ul aria-labelledby="group-developers">
          <li>
            <a href="/guide">Guide</a>
          </li>
          <li>
            <a href="/docs">REST reference</a>
          </li>
          <li>
            <a href="/graphql">GraphiQL</a>
          </li>
        </ul>
      </div>
      <div class="nav-foot">
        {account !== null && (
          <p>
            Tier <strong>{tierWords(account.tier)}</strong>
          </p>
        )}
        <LimitsLeft />
      </div>
    </nav>
  );
}

const loaded = new Map<string, ComponentType>();

/** The page of the address, loaded when it is first wanted. */
function CurrentPage({ step }: { readonly step: string }) {
  const page = pageAt(step);
  const [, setTurn] = useState(0);
  const [failure, setFailure] = useState(false);
  const Component = loaded.get(step);
  const title = useStore(shown) ?? page?.name ?? 'Not found';
  useEffect(() => {
    document.title = `${title} – Marketgraph`;
  }, [title]);
  useEffect(() => {
    if (page === undefined || loaded.has(step)) return;
    page.load().then(
      (component) => {
        loaded.set(step, component);
        setTurn((turn) => turn + 1);
      },
      () => setFailure(true),
    );
  }, [step]);
  if (page === undefined) return <NotFound />;
  if (failure)
    return (
      <>
        <h1 class="sr-only">{page.name}</h1>
        <p class="refusal" role="alert">
          A part of the console could not be loaded.{' '}
          <a href={location.href} target="_self">
            Load it again.
          </a>
        </p>
      </>
    );
  return Component === undefined ? <Loading rows={10} label={`Loading ${page.name}`} /> : <Component />;
}

/** Goes to the content; what follows `#` in the address is what the page shows, and stays. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}

function NotFound() {
  return (
    <>
      <h1>There is no such page</h1>
      <p>
        See <a href={addressOf()}>Today</a>, or search with <kbd>/</kbd>.
      </p>
    </>
  );
}

/** Says why nothing can be shown without a valid credential. */
function Admission({ children }: { readonly children: ComponentChildren }) {
  const {
    account,
    errors: [error],
    again,
  } = useAccount();
  if (account !== null || error === undefined) return <>{children}</>;
  return (
    <>
      <h1 class="sr-only">Marketgraph</h1>
      <Refusal error={error} again={again} />
    </>
  );
}

/** The frame of every page: navigation, search, account. */
export function Shell() {
  const { steps } = useStore(place);
  const [isOpen, setIsOpen] = useState(false);
  const step = steps[0] ?? '';
  return (
    <div class={isOpen ? 'shell nav-open' : 'shell'}>
      <a class="skip" href="#content" onClick={skip}>
        Skip to the content
      </a>
      <header class="top">
        <button
          type="button"
          class="quiet menu"
          aria-expanded={isOpen}
          aria-controls="navigation"
          onClick={() => setIsOpen(!isOpen)}
        >
          <span aria-hidden="true">☰</span>
          <span class="sr-only">Menu</span>
        </button>
        <a class="brand" href={addressOf()}>
          Marketgraph
        </a>
        <Search />
        <ThemeSwitch />
        <SignIn />
      </header>
      <Navigation current={step} close={() => setIsOpen(false)} />
      <main id="content" tabIndex={-1}>
        {pageAt(step)?.hasOwnCredential === true ? (
          <CurrentPage key={step} step={step} />
        ) : (
          <Admission>
            <CurrentPage key={step} step={step} />
          </Admission>
        )}
      </main>
    </div>
  );
}
