import { doAddKey, doRevokeKey, doRotateKey, doSendMessage, showOwnKey, showProfile } from './account/profile.ts';
import {
  doChangeEmail,
  doChangePassword,
  doConfirmEmail,
  doDeleteAccount,
  doEndSessions,
  showNewEmail,
  showSettings,
} from './account/settings.ts';
import {
  doAskReset,
  doSetPassword,
  doSignIn,
  doSignOut,
  showReset,
  showResetSent,
  showSignIn,
} from './account/sign-in.ts';
import {
  doSignUp,
  doVerify,
  showInvite,
  showSignUp,
  showSignUpSent,
  showTerms,
  showVerify,
} from './account/sign-up.ts';
import { showCompanies, showCompany } from './catalog/facets/companies.ts';
import { showGenres, showGroups, showPlatforms } from './catalog/facets/facet-lists.ts';
import { showFacetPage } from './catalog/facets/facet-page.ts';
import { FACET_NAMES, FACETS } from './catalog/facets/facets.ts';
import { showFactSources, showGame } from './catalog/game/game.ts';
import { doReport, showReport } from './catalog/game/report.ts';
import { showSources } from './catalog/game/sources.ts';
import { PICKS_MS, showHome } from './catalog/home/home.ts';
import { showGames } from './catalog/lists/games.ts';
import { showCompanyNames, showSuggestions } from './catalog/lists/suggest.ts';
import { ARTICLE_PATHS, showArticle } from './docs/docs.ts';
import { showExplorer } from './docs/explorer.ts';
import { doDecide, showDuplicates } from './editor/duplicates.ts';
import { doHide, doSaveGame, showEditor } from './editor/game-editor.ts';
import { doRestore, doRevert, showCorrections } from './editor/history.ts';
import { doMerge, doSplit, showMerge, showSplit } from './editor/merge.ts';
import { doChangePicture, doUploadPictures, showPictures } from './editor/pictures.ts';
import { doAddPlatform, doMovePlatform, doSaveReleases, showPlatformEditor } from './editor/platforms.ts';
import { showFeed, showOpenSearch, showRobots, showSitemap, showSitemapIndex } from './feeds.ts';
import { withQuery } from './kit/format.ts';
import { type Page, requireOperator, requireSignIn, type SignedInHandle } from './kit/page.ts';
import { doSetTheme } from './kit/preferences.ts';
import {
  doChangeAccount,
  doInvite,
  doLimitKey,
  doMakeReset,
  doRemoveInvite,
  doResume,
  doSignOutEverywhere,
  doSuspend,
  showAccount,
  showAccounts,
  showInvites,
} from './operator/accounts.ts';
import { showOperator, showUsage } from './operator/dashboard.ts';
import { doLoadOpenCatalog, doUndoImport, showImports, showUndoImport } from './operator/imports.ts';
import { doAnswer, showMessages } from './operator/messages.ts';

type Handle = Page['handle'];
type Options = Omit<Page, 'method' | 'path' | 'handle'>;

const GAME = '/operator/games/{id}';
const PLATFORM = `${GAME}/platforms/{platform}`;
const ACCOUNT = '/operator/accounts/{id}';

/** Every page. All that operators do here but answering messages can also be done on the command line: the editor makes corrections. */
export const PAGES: readonly Page[] = [
  kept('/', showHome, PICKS_MS),
  kept('/games', showGames),
  ...keptWithSlug('/games', showGame),
  kept('/games/{id}/{slug}/sources', showFactSources),
  get('/report/{id}', requireSignIn(showReport)),
  post('/report/{id}', requireSignIn(doReport)),
  kept('/platforms', showPlatforms),
  kept('/genres', showGenres),
  kept('/groups', showGroups),
  ...FACET_NAMES.flatMap((facet) => keptWithSlug(FACETS[facet].path, showFacetPage(facet))),
  kept('/companies', showCompanies),
  ...keptWithSlug('/companies', showCompany),
  get('/sources', showSources),
  ...ARTICLE_PATHS.map((path) => get(path, showArticle(path))),
  get('/docs/reference', showExplorer),
  get('/suggest', showSuggestions),
  get('/suggest/companies', showCompanyNames),
  get('/feed.atom', showFeed),
  get('/sitemap.xml', showSitemapIndex),
  kept('/sitemap/{name}', showSitemap),
  get('/opensearch.xml', showOpenSearch),
  get('/robots.txt', showRobots),
  post('/theme', doSetTheme, { isPreference: true }),

  get('/terms', showTerms),
  get('/signup', showSignUp),
  post('/signup', doSignUp),
  get('/signup/sent', showSignUpSent),
  get('/invite/{token}', showInvite),
  get('/verify', showVerify),
  post('/verify', doVerify),
  get('/signin', showSignIn),
  post('/signin', doSignIn),
  post('/signout', requireSignIn(doSignOut)),
  get('/reset', showReset),
  post('/reset', doAskReset),
  get('/reset/sent', showResetSent),
  post('/reset/password', doSetPassword),
  get('/profile', requireSignIn(showProfile)),
  get('/profile/key.json', showOwnKey),
  post('/profile/keys', requireSignIn(doAddKey)),
  post('/profile/keys/rotate', requireSignIn(doRotateKey)),
  post('/profile/keys/revoke', requireSignIn(doRevokeKey)),
  post('/profile/messages', requireSignIn(doSendMessage)),
  get('/profile/settings', requireSignIn(showSettings)),
  post('/profile/password', requireSignIn(doChangePassword)),
  get('/profile/email', requireSignIn(showNewEmail)),
  post('/profile/email', requireSignIn(doChangeEmail)),
  post('/profile/email/confirm', requireSignIn(doConfirmEmail)),
  post('/profile/sessions/end', requireSignIn(doEndSessions)),
  post('/profile/delete', requireSignIn(doDeleteAccount)),

  get('/operator', requireOperator(showOperator)),
  get('/operator/accounts', requireOperator(showAccounts)),
  get(ACCOUNT, requireOperator(showAccount)),
  post(ACCOUNT, requireOperator(doChangeAccount)),
  post(`${ACCOUNT}/suspend`, requireOperator(doSuspend)),
  post(`${ACCOUNT}/resume`, requireOperator(doResume)),
  post(`${ACCOUNT}/reset`, requireOperator(doMakeReset)),
  post(`${ACCOUNT}/limits`, requireOperator(doLimitKey)),
  post(`${ACCOUNT}/sign-out`, requireOperator(doSignOutEverywhere)),
  get('/operator/usage', requireOperator(showUsage)),
  get('/operator/imports', requireOperator(showImports)),
  get('/operator/imports/undo', requireOperator(showUndoImport)),
  post('/operator/imports/undo', requireOperator(doUndoImport)),
  post('/operator/imports/open', requireOperator(doLoadOpenCatalog)),
  get('/operator/messages', requireOperator(showMessages)),
  post('/operator/messages/{id}', requireOperator(doAnswer)),
  get('/operator/invites', requireOperator(showInvites)),
  post('/operator/invites', requireOperator(doInvite)),
  post('/operator/invites/{id}/remove', requireOperator(doRemoveInvite)),

  edit('GET', '/operator/corrections', showCorrections),
  edit('GET', '/operator/duplicates', showDuplicates),
  edit('POST', '/operator/duplicates', doDecide),
  edit('GET', GAME, showEditor),
  edit('POST', GAME, doSaveGame),
  edit('POST', `${GAME}/hide`, doHide),
  edit('POST', `${GAME}/revert`, doRevert),
  edit('POST', `${GAME}/restore`, doRestore),
  edit('POST', `${GAME}/platforms`, doAddPlatform),
  edit('GET', PLATFORM, showPlatformEditor),
  edit('POST', PLATFORM, doSaveReleases),
  edit('POST', `${PLATFORM}/move`, doMovePlatform),
  edit('GET', `${GAME}/pictures`, showPictures),
  edit('POST', `${GAME}/pictures`, doUploadPictures, { isUpload: true }),
  edit('POST', `${GAME}/pictures/change`, doChangePicture),
  edit('GET', `${GAME}/merge`, showMerge),
  edit('POST', `${GAME}/merge`, doMerge),
  edit('GET', `${GAME}/split`, showSplit),
  edit('POST', `${GAME}/split`, doSplit),

  // Addresses that people type because other sites have them.
  redirect('/login', '/signin'),
  redirect('/register', '/signup'),
  redirect('/series', '/groups'),
  redirect('/api', '/docs'),
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
  return { method, path, handle: requireOperator(handle), isEditor: true, ...options };
}

/** The query is kept. */
function redirect(path: string, target: string): Page {
  return get(path, ({ query }) => ({ status: 301, location: withQuery(target, query) }));
}
