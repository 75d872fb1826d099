import { DUMPS_PATH } from '../merging/export/data-dumps.ts';
import * as profile from './account/profile.ts';
import * as settings from './account/settings.ts';
import * as signIn from './account/sign-in.ts';
import * as signUp from './account/sign-up.ts';
import { showCompanies, showCompany } from './catalog/facets/companies.ts';
import { showGenres, showGroups, showPlatforms } from './catalog/facets/facet-lists.ts';
import { showFacetPage } from './catalog/facets/facet-page.ts';
import { FACET_NAMES, FACETS } from './catalog/facets/facets.ts';
import { showFactSources, showGame } from './catalog/game/game.ts';
import { showSources } from './catalog/game/sources.ts';
import { DAY_MS, showRandomGame } from './catalog/home/featured-games.ts';
import { showHome } from './catalog/home/home.ts';
import { showGames } from './catalog/lists/games.ts';
import { showCompanyNames, showSuggestions } from './catalog/lists/suggest.ts';
import { ARTICLE_PATHS, showArticle, showMarkdown } from './docs/docs.ts';
import { showExplorer } from './docs/explorer.ts';
import { CLIENT_PATHS, showClient } from './downloads/client-files.ts';
import { showData, showLatest } from './downloads/data-page.ts';
import { doDecide, showDuplicates } from './editor/duplicates.ts';
import * as editor from './editor/game-editor.ts';
import * as history from './editor/history.ts';
import * as merge from './editor/merge.ts';
import * as pictures from './editor/pictures.ts';
import * as platforms from './editor/platforms.ts';
import * as proposals from './editor/proposals.ts';
import * as feeds from './feeds.ts';
import { withQuery } from './kit/format.ts';
import { type Page, PROPOSE_PATH, requireOperator, requireSignIn, type SignedInHandle } from './kit/page.ts';
import { doSetTheme } from './kit/preferences.ts';
import { staticUrl } from './kit/static-files.ts';
import * as accounts from './operator/accounts.ts';
import { showOperator, showUsage } from './operator/dashboard.ts';
import { doMakeDump } from './operator/dumps.ts';
import * as imports from './operator/imports.ts';
import { doAnswer, showMessages } from './operator/messages.ts';
import { showPictureCoverage } from './operator/pictures.ts';
import { showApiCatalog, showLlmsTxt, showSecurityTxt } from './well-known.ts';

type Handle = Page['handle'];
type Options = Omit<Page, 'method' | 'path' | 'handle'>;

const GAME = '/operator/games/{id}';
const ACCOUNT = '/operator/accounts/{id}';

/** Every page. All that operators do here but answering messages can also be done on the command line: the editor makes corrections. */
export const PAGES: readonly Page[] = [
  kept('/', showHome, DAY_MS),
  get('/random', showRandomGame),
  kept('/games', showGames),
  ...keptWithSlug('/games', showGame),
  kept('/games/{id}/{slug}/sources', showFactSources),
  kept('/platforms', showPlatforms),
  kept('/genres', showGenres),
  kept('/groups', showGroups),
  ...FACET_NAMES.flatMap((facet) => keptWithSlug(FACETS[facet].path, showFacetPage(facet))),
  kept('/companies', showCompanies),
  ...keptWithSlug('/companies', showCompany),
  get('/sources', showSources),
  get(DUMPS_PATH, showData),
  get(`${DUMPS_PATH}/latest/{file}`, showLatest),
  ...ARTICLE_PATHS.flatMap((path) => [get(path, showArticle(path)), kept(`${path}.md`, showMarkdown(path))]),
  get('/docs/reference', showExplorer),
  ...CLIENT_PATHS.map((path) => get(path, showClient(path))),
  get('/suggest', showSuggestions),
  get('/suggest/companies', showCompanyNames),
  get('/feed.atom', feeds.showFeed),
  get('/sitemap.xml', feeds.showSitemapIndex),
  kept('/sitemap/{name}', feeds.showSitemap),
  get('/opensearch.xml', feeds.showOpenSearch),
  get('/robots.txt', feeds.showRobots),
  get('/.well-known/security.txt', showSecurityTxt),
  get('/.well-known/api-catalog', showApiCatalog),
  get('/llms.txt', showLlmsTxt),
  post('/theme', doSetTheme, { isPreference: true }),

  get('/terms', signUp.showTerms),
  get('/signup', signUp.showSignUp),
  post('/signup', signUp.doSignUp),
  get('/signup/sent', signUp.showSignUpSent),
  get('/invite/{token}', signUp.showInvite),
  get('/verify', signUp.showVerify),
  post('/verify', signUp.doVerify),
  get('/signin', signIn.showSignIn),
  post('/signin', signIn.doSignIn),
  post('/signout', requireSignIn(signIn.doSignOut)),
  get('/reset', signIn.showReset),
  post('/reset', signIn.doAskReset),
  get('/reset/sent', signIn.showResetSent),
  post('/reset/password', signIn.doSetPassword),
  get('/profile', requireSignIn(profile.showProfile)),
  get('/profile/key.json', profile.showOwnKey),
  post('/profile/keys', requireSignIn(profile.doAddKey)),
  post('/profile/keys/rotate', requireSignIn(profile.doRotateKey)),
  post('/profile/keys/revoke', requireSignIn(profile.doRevokeKey)),
  post('/profile/messages', requireSignIn(profile.doSendMessage)),
  get('/profile/proposals', requireSignIn(proposals.showOwnProposals)),
  post('/profile/proposals/{id}/withdraw', requireSignIn(proposals.doWithdraw)),
  get('/profile/settings', requireSignIn(settings.showSettings)),
  post('/profile/password', requireSignIn(settings.doChangePassword)),
  get('/profile/email', requireSignIn(settings.showNewEmail)),
  post('/profile/email', requireSignIn(settings.doChangeEmail)),
  post('/profile/email/confirm', requireSignIn(settings.doConfirmEmail)),
  post('/profile/sessions/end', requireSignIn(settings.doEndSessions)),
  post('/profile/delete', requireSignIn(settings.doDeleteAccount)),

  get('/operator', requireOperator(showOperator)),
  post('/operator/dumps', requireOperator(doMakeDump)),
  get('/operator/accounts', requireOperator(accounts.showAccounts)),
  get(ACCOUNT, requireOperator(accounts.showAccount)),
  post(ACCOUNT, requireOperator(accounts.doChangeAccount)),
  post(`${ACCOUNT}/suspend`, requireOperator(accounts.doSuspend)),
  post(`${ACCOUNT}/resume`, requireOperator(accounts.doResume)),
  post(`${ACCOUNT}/reset`, requireOperator(accounts.doMakeReset)),
  post(`${ACCOUNT}/limits`, requireOperator(accounts.doLimitKey)),
  post(`${ACCOUNT}/revoke`, requireOperator(accounts.doRevokeKey)),
  post(`${ACCOUNT}/sign-out`, requireOperator(accounts.doSignOutEverywhere)),
  get('/operator/usage', requireOperator(showUsage)),
  get('/operator/imports', requireOperator(imports.showImports)),
  edit('POST', '/operator/imports', imports.doImport, { isUpload: true }),
  get('/operator/imports/{id}', requireOperator(imports.showImport)),
  get('/operator/imports/undo', requireOperator(imports.showUndoImport)),
  post('/operator/imports/undo', requireOperator(imports.doUndoImport)),
  post('/operator/imports/open', requireOperator(imports.doLoadOpenCatalog)),
  get('/operator/pictures', requireOperator(showPictureCoverage)),
  get('/operator/messages', requireOperator(showMessages)),
  post('/operator/messages/{id}', requireOperator(doAnswer)),
  get('/operator/invites', requireOperator(accounts.showInvites)),
  post('/operator/invites', requireOperator(accounts.doInvite)),
  post('/operator/invites/{id}/remove', requireOperator(accounts.doRemoveInvite)),

  edit('GET', '/operator/corrections', history.showCorrections),
  edit('GET', '/operator/duplicates', showDuplicates),
  edit('POST', '/operator/duplicates', doDecide),
  edit('GET', '/operator/proposals', proposals.showProposals),
  edit('POST', '/operator/proposals/{id}', proposals.doDecideProposal),
  ...editOrPropose('GET', '', editor.showEditor),
  ...editOrPropose('POST', '', editor.doSaveGame),
  ...editOrPropose('POST', '/platforms', platforms.doAddPlatform),
  ...editOrPropose('GET', '/platforms/{platform}', platforms.showPlatformEditor),
  ...editOrPropose('POST', '/platforms/{platform}', platforms.doSaveReleases),
  ...editOrPropose('GET', '/pictures', pictures.showPictures),
  ...editOrPropose('POST', '/pictures', pictures.doUploadPictures, { isUpload: true }),
  ...editOrPropose('GET', '/merge', merge.showMerge),
  ...editOrPropose('POST', '/merge', merge.doMerge),
  edit('POST', `${GAME}/hide`, editor.doHide),
  edit('POST', `${GAME}/revert`, history.doRevert),
  edit('POST', `${GAME}/restore`, history.doRestore),
  edit('POST', `${GAME}/platforms/{platform}/move`, platforms.doMovePlatform),
  edit('POST', `${GAME}/pictures/change`, pictures.doChangePicture),
  edit('GET', `${GAME}/split`, merge.showSplit),
  edit('POST', `${GAME}/split`, merge.doSplit),

  // Addresses that people type because other sites have them.
  redirect('/login', '/signin'),
  redirect('/register', '/signup'),
  redirect('/series', '/groups'),
  redirect('/api', '/docs'),
  // Pages name their icon; feed readers and bookmarks ask for this one.
  get('/favicon.ico', () => ({ status: 302, location: staticUrl('icon.svg') })),
];

function get(path: string, handle: Handle, options: Options = {}): Page {
  return { method: 'GET', path, handle, ...options };
}

function post(path: string, handle: Handle, options: Options = {}): Page {
  return { method: 'POST', path, handle, ...options };
}

function kept(path: string, handle: Handle, keptMs = Number.POSITIVE_INFINITY): Page {
  return get(path, handle, { keptMs });
}

function keptWithSlug(path: string, handle: Handle): Page[] {
  return [kept(`${path}/{id}`, handle), kept(`${path}/{id}/{slug}`, handle)];
}

function edit(method: Page['method'], path: string, handle: SignedInHandle, options: Options = {}): Page {
  return { method, path, handle: requireOperator(handle), isEditor: 'operator', ...options };
}

/** A page of the editor of a game. For everybody else what it saves is proposed to operators. */
function editOrPropose(method: Page['method'], path: string, handle: SignedInHandle, options: Options = {}): Page[] {
  const propose = requireSignIn((request) => handle({ ...request, isProposal: true }));
  return [
    edit(method, GAME + path, handle, options),
    { method, path: `${PROPOSE_PATH}/{id}${path}`, handle: propose, isEditor: 'member', ...options },
  ];
}

/** The query is kept. */
function redirect(path: string, target: string): Page {
  return get(path, ({ query }) => ({ status: 301, location: withQuery(target, query) }));
}
