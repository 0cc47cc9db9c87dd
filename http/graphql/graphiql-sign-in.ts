/*
 * The form by which GraphiQL signs in: `POST /session` sets a cookie that scripts cannot read, so the page remembers
 * the address alone, to show who is signed in. A key has precedence over a cookie, so none is sent meanwhile.
 */

export const SIGN_IN_STYLE = `
.graphiql-logo { visibility: hidden; }
#sign-in { position: fixed; right: 12px; top: 12px; z-index: 9; font: 14px/1.4 system-ui, sans-serif; color: #14213d; }
#sign-in > summary { margin-left: auto; width: max-content; max-width: 60vw; overflow: hidden; text-overflow: ellipsis; padding: 6px 12px; border-radius: 6px; background: #14213d; color: #fff; cursor: pointer; list-style: none; }
#sign-in > summary::-webkit-details-marker { display: none; }
#sign-in > form { display: grid; gap: 8px; margin-top: 6px; padding: 12px; width: 260px; max-width: calc(100vw - 48px); border-radius: 6px; background: #fff; box-shadow: 0 2px 12px #0006; }
#sign-in label { display: grid; gap: 2px; }
#sign-in input { font: inherit; padding: 6px; border: 1px solid #888; border-radius: 4px; background: #fff; color: inherit; }
#sign-in button { font: inherit; padding: 6px; border: 0; border-radius: 4px; background: #14213d; color: #fff; cursor: pointer; }
#sign-in [hidden] { display: none; }
#sign-in output { color: #a4161a; }
#sign-in output:empty { display: none; }
`;

/** `endpoint` is the path of the graph. */
export const signInScript = (endpoint: string): string => `(() => {
  const ENDPOINT = ${JSON.stringify(endpoint)};
  const REMEMBERED = 'marketgraph:signed-in';
  const send = window.fetch.bind(window);
  const signedIn = () => localStorage.getItem(REMEMBERED);

  const element = (name, properties, children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...(children || []));
    return made;
  };
  const email = element('input', { type: 'email', name: 'email', autocomplete: 'username', required: true });
  const password = element('input', { type: 'password', name: 'password', autocomplete: 'current-password', required: true });
  const fields = [element('label', {}, ['E-mail address', email]), element('label', {}, ['Password', password])];
  const note = element('span', { textContent: 'Requests are sent by your session, without the key of the headers.' });
  const problem = element('output');
  const button = element('button', { type: 'submit' });
  const form = element('form', {}, [...fields, note, problem, button]);
  const title = element('summary');
  const box = element('details', { id: 'sign-in' }, [title, form]);

  const show = (error) => {
    const address = signedIn();
    title.textContent = address || 'Sign in';
    button.textContent = address ? 'Sign out' : 'Sign in';
    for (const field of fields) field.hidden = Boolean(address);
    for (const input of [email, password]) input.disabled = Boolean(address);
    note.hidden = !address;
    problem.textContent = error || '';
  };
  const ended = () => {
    localStorage.removeItem(REMEMBERED);
    show('The session has ended. Sign in again.');
  };

  window.fetch = async (input, init) => {
    const url = new URL(typeof input === 'string' || input instanceof URL ? input : input.url, location.href);
    if (!signedIn() || url.origin !== location.origin || url.pathname !== ENDPOINT) return send(input, init);
    const headers = new Headers((init && init.headers) || (input instanceof Request ? input.headers : undefined));
    headers.delete('X-API-Key');
    const answer = await send(input, { ...init, headers });
    if (answer.status === 401 && !headers.has('Authorization')) ended();
    return answer;
  };

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    button.disabled = true;
    try {
      const address = signedIn();
      const answer = address
        ? await send('/session', { method: 'DELETE' })
        : await send('/session', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ email: email.value, password: password.value }) });
      if (!answer.ok) return show((await answer.json()).message);
      if (address) localStorage.removeItem(REMEMBERED);
      else localStorage.setItem(REMEMBERED, email.value);
      password.value = '';
      box.open = false;
      show();
    } catch (error) {
      show('The server did not answer. Try again.');
    } finally {
      button.disabled = false;
    }
  });
  addEventListener('storage', () => show());
  show();
  document.body.append(box);
})();
`;
