import { type Html, html, nothing, type Part } from './html.ts';
import type { HtmlResponse, PageRequest, Problems } from './page.ts';

export interface Field {
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password' | 'number' | 'textarea' | 'file';
  /** By default what was submitted. Passwords are never shown again. */
  value?: string | undefined;
  hint?: Part;
  autocomplete?: string;
  maxlength?: number;
  required?: boolean;
  /** The types of files. */
  accept?: readonly string[];
}

type FormRequest = Pick<PageRequest, 'form' | 'problems' | 'problemStatus'>;

/** Pages with account data are never cached. */
export const PRIVATE = { 'cache-control': 'no-store' };

/** The submitted text of a field, with line ends as `\n`: browsers send `\r\n`. */
export function readField({ form }: Pick<PageRequest, 'form'>, name: string): string {
  return (form.get(name) ?? '').replaceAll('\r\n', '\n');
}

/** A POST form with a CSRF token. */
export function form(
  request: PageRequest,
  action: string,
  content: Part,
  className = 'form',
  enctype?: 'multipart/form-data',
): Html {
  return html`<form class="${className}" method="post" action="${action}"${enctype && html` enctype="${enctype}"`}>
<input type="hidden" name="form_token" value="${request.formToken()}">
${content}
</form>`;
}

/** A form with a single button and hidden fields. */
export function button(request: PageRequest, action: string, label: string, hidden: Record<string, string> = {}): Html {
  return form(
    request,
    action,
    [...Object.entries(hidden).map(([name, value]) => hiddenField(name, value)), html`<button>${label}</button>`],
    'action',
  );
}

export function hiddenField(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}">`;
}

/** A labelled input with its hint and error message. */
export function field(request: FormRequest, own: Field, id = own.name): Html {
  const { name, label, type = 'text', value = readField(request, name), hint } = own;
  const { autocomplete, maxlength, required = true, accept } = own;
  const problem = request.problems[name];
  const isFirst = Object.keys(request.problems).find((other) => request.problems[other]) === name;
  const described = [hint ? `${id}-hint` : '', problem ? `${id}-problem` : ''].filter(Boolean).join(' ');
  const attributes = html` id="${id}" name="${name}"${required && html` required`}${maxlength && html` maxlength="${maxlength}"`}${
    autocomplete && html` autocomplete="${autocomplete}"`
  }${problem && html` aria-invalid="true"${isFirst && html` autofocus`}`}${described && html` aria-describedby="${described}"`}`;
  const input =
    type === 'textarea'
      ? html`<textarea rows="5"${attributes}>
${value}</textarea>`
      : html`<input type="${type}"${attributes}${accept && html` multiple accept="${accept.join(',')}"`}${type !== 'password' && type !== 'file' && html` value="${value}"`}>`;
  return html`<div class="field">
<label for="${id}">${label}</label>
${hint ? html`<p class="hint" id="${id}-hint">${hint}</p>` : nothing}
${input}
${problemMessage(problem, id)}
</div>`;
}

/** Of all forms of a page with answers, the one that was sent shows its text and its problem. */
export function answerField(request: PageRequest, id: number, own: Omit<Field, 'name'>): Html {
  const problem = request.problems[id];
  const value = problem ? readField(request, 'answer') : '';
  return field(withProblems(request, { answer: problem }), { ...own, name: 'answer', value }, `answer-${id}`);
}

export function checkbox(
  { problems }: FormRequest,
  { name, label, isChecked, required }: { name: string; label: Part; isChecked?: boolean; required?: boolean },
): Html {
  const problem = problems[name];
  return html`<div class="field check">
<input type="checkbox" id="${name}" name="${name}" value="yes"${required && html` required`}${isChecked && html` checked`}${
    problem && html` aria-invalid="true" aria-describedby="${name}-problem"`
  }>
<label for="${name}">${label}</label>
${problemMessage(problem, name)}
</div>`;
}

export function selectField(name: string, label: string, values: readonly string[], chosen: string): Html {
  const option = (value: string) => html`<option${value === chosen && html` selected`}>${value}</option>`;
  return html`<div class="field"><label for="${name}">${label}</label>
<select id="${name}" name="${name}">${values.map(option)}</select></div>`;
}

/** An error message about the form as a whole. */
export function formProblem(problem: Problems[string]): Html {
  return problem ? html`<p class="problem" role="alert">${problem}</p>` : nothing;
}

export function hasProblems(problems: Problems): boolean {
  return Object.values(problems).some(Boolean);
}

/** The request for the page that shows a form again. */
export function withProblems<R extends PageRequest>(request: R, problems: Problems, problemStatus = 422): R {
  return { ...request, problems, problemStatus };
}

/** A page with account data or forms. */
export function privatePage({ problemStatus: status }: FormRequest, page: HtmlResponse): HtmlResponse {
  return { ...page, status, headers: PRIVATE };
}

/** A narrow page with a form. */
export function formPage(request: FormRequest, title: string, content: Part, head?: Html): HtmlResponse {
  const body = html`<div class="narrow"><h1>${title}</h1>
${content}</div>`;
  return privatePage(request, { title, body, ...(head && { head }) });
}

export function findTextProblem(text: string, maxLength: number): string | undefined {
  const length = [...text].length;
  if (text.trim() === '') return 'Please fill in this field.';
  if (length > maxLength) return `Use at most ${maxLength} characters. You entered ${length}.`;
  // Control characters except newline and tab, and Unicode bidirectional overrides.
  if (/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/u.test(text)) {
    return 'Remove control characters and text direction marks.';
  }
  return undefined;
}

function problemMessage(problem: Problems[string], id: string): Html {
  return problem ? html`<p class="problem" id="${id}-problem">${problem}</p>` : nothing;
}
