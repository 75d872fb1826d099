import { type Html, html, nothing, type Part } from './html.ts';
import type { HtmlAnswer, PageRequest } from './page.ts';

/** What is wrong with each field, as a sentence. */
export type Problems = Partial<Record<string, string>>;

export interface Field {
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password' | 'number' | 'textarea';
  /** What was typed before. Passwords are never shown back. */
  value?: string | undefined;
  hint?: Part;
  autocomplete?: string;
  maxlength?: number;
  required?: boolean;
}

/** Pages about a person: kept nowhere. */
export const PRIVATE = { 'cache-control': 'no-store' };

/** What was typed into a field, whole; browsers send every line end as two characters. */
export function typed({ form }: Pick<PageRequest, 'form'>, name: string): string {
  return (form.get(name) ?? '').replaceAll('\r\n', '\n');
}

/** A form that is sent to us, with the token that says it was ours. */
export function form(request: PageRequest, action: string, content: Part, className = 'form'): Html {
  return html`<form class="${className}" method="post" action="${action}">
<input type="hidden" name="form_token" value="${request.formToken()}">
${content}
</form>`;
}

/** One button that does something, with what it does it to. */
export function button(request: PageRequest, action: string, label: string, hidden: Record<string, string> = {}): Html {
  return form(
    request,
    action,
    [...Object.entries(hidden).map(([name, value]) => hiddenField(name, value)), html`<button>${label}</button>`],
    'act',
  );
}

export function hiddenField(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}">`;
}

/** A labelled field with what is wrong with it. */
export function field(
  { name, label, type = 'text', value = '', hint, autocomplete, maxlength, required = true }: Field,
  problems: Problems = {},
  id = name,
): Html {
  const problem = problems[name];
  const described = [hint ? `${id}-hint` : '', problem ? `${id}-problem` : ''].filter(Boolean).join(' ');
  const attributes = html` id="${id}" name="${name}"${required && html` required`}${maxlength && html` maxlength="${maxlength}"`}${
    autocomplete && html` autocomplete="${autocomplete}"`
  }${problem && html` aria-invalid="true"`}${described && html` aria-describedby="${described}"`}`;
  const input =
    type === 'textarea'
      ? html`<textarea rows="5"${attributes}>
${value}</textarea>`
      : html`<input type="${type}"${attributes}${type !== 'password' && html` value="${value}"`}>`;
  return html`<div class="field">
<label for="${id}">${label}</label>
${hint ? html`<p class="hint" id="${id}-hint">${hint}</p>` : nothing}
${input}
${problemOf(problem, id)}
</div>`;
}

export function checkbox(name: string, label: Part, checked: boolean, problems: Problems = {}): Html {
  const problem = problems[name];
  return html`<div class="field check">
<input type="checkbox" id="${name}" name="${name}" value="yes" required${checked && html` checked`}${
    problem && html` aria-invalid="true" aria-describedby="${name}-problem"`
  }>
<label for="${name}">${label}</label>
${problemOf(problem, name)}
</div>`;
}

export function choice(name: string, label: string, values: readonly string[], chosen: string): Html {
  const option = (value: string) => html`<option${value === chosen && html` selected`}>${value}</option>`;
  return html`<div class="field"><label for="${name}">${label}</label>
<select id="${name}" name="${name}">${values.map(option)}</select></div>`;
}

/** What the whole form failed of. */
export function formProblem(problem: string | undefined): Html {
  return problem ? html`<p class="problem" role="alert">${problem}</p>` : nothing;
}

/** A page that shows a form again: 422, or the status that says more. */
export function again(page: HtmlAnswer, problems: Problems, status = 422): HtmlAnswer {
  return Object.keys(problems).length > 0 ? { ...page, status } : page;
}

/** Something that is wrong with a text for people to read, if anything is. */
export function findTextProblem(text: string, longest: number): string | undefined {
  const length = [...text].length;
  if (text.trim() === '') return 'Please write something here.';
  if (length > longest) return `Use at most ${longest} characters; these are ${length}.`;
  // Line ends and tabs are text.
  if (/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/u.test(text)) {
    return 'Leave out control characters and those that turn the direction of text.';
  }
  return undefined;
}

function problemOf(problem: string | undefined, id: string): Html {
  return problem ? html`<p class="problem" id="${id}-problem">${problem}</p>` : nothing;
}
