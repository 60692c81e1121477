import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

// React DOM is one module, of which bundling can leave out nothing. A fifth of it serves features that the client does not use: 12 KiB of
// Brotli on each page. Another version has other code; then the build fails here, and the rules are compared with it. They change
// nothing that the client does: it can be built without this plugin at any time.

/** What is replaced: a pattern, by what, and how often it occurs. */
type Rule = [pattern: RegExp, text: string, times: number]

/** Functions without their bodies. They return undefined, which their callers take for "none". */
const emptied = (names: string[]): Rule => [
  new RegExp(`(?<=^function (?:${names.join('|')})\\()[^)]*\\) \\{[^]*?\\n\\}\\n`, 'gm'),
  ') {}\n',
  names.length,
]

/** The client renders with `createRoot` only: nothing is ever dehydrated, and no event waits for what is. */
const hydration: Rule[] = [
  [/^ {2}isHydrating = !1,\n/m, '', 1],
  // A parameter of the same name.
  [/\bisHydrating\n\) \{/, 'hydrates\n) {', 1],
  [/\bisHydrating = !\d/g, 'void 0', 6],
  [/\bisHydrating\b(?!\$)/g, '!1', 35],
  [/[\w$.]+\.dehydrated\b/g, 'null', 18],
  [/[\w$.]+\.isDehydrated\b/g, '!1', 7],
  [/^exports\.hydrateRoot = [^]*?^\};\n/m, '', 1],
  [
    /var blockedOn = findInstanceBlockingEvent\(nativeEvent\);\n {4}if \(null === blockedOn\)/,
    'findInstanceBlockingEvent(nativeEvent);\n    if (!0)',
    1,
  ],
  emptied(['retryIfBlockedOn', 'clearIfContinuousEvent']),
]

/** `<ViewTransition>`. */
const viewTransitions: Rule[] = [
  emptied([
    'applyViewTransitionName',
    'applyViewTransitionToHostInstances',
    'applyViewTransitionToHostInstancesRecursive',
    'commitAppearingPairViewTransitions',
    'commitDeletedPairViewTransitions',
    'commitEnterViewTransitions',
    'commitExitViewTransitions',
    'commitNestedViewTransitions',
    'createViewTransitionInstance',
    'getViewTransitionClassName',
    'getViewTransitionName',
    'measureNestedViewTransitions',
    'measureViewTransitionHostInstancesRecursive',
    'pushViewTransitionCancelableScope',
    'reportViewTransitionError',
    'restoreEnterOrExitViewTransitions',
    'restoreNestedViewTransitions',
    'restorePairedViewTransitions',
    'restoreViewTransitionName',
    'restoreViewTransitionOnHostInstances',
    'scheduleViewTransitionEvent',
    'startViewTransition',
    'trackEnterViewTransitions',
  ]),
  [/\bshouldStartViewTransition\b(?! =)/, '!1', 1],
]

/** Pictures that such a transition waits for. */
const awaitedPictures: Rule[] = [
  emptied([
    'accumulateSuspenseyCommitOnFiber',
    'preloadInstanceAndSuspendIfNeeded',
    'recursivelyAccumulateSuspenseyCommit',
    'suspendInstance',
  ]),
  [
    /^function waitForCommitToBeReady\([^)]*\) \{[^]*?^\}\n/m,
    'function waitForCommitToBeReady() {\n  return null;\n}\n',
    1,
  ],
]

/** Titles, metadata, styles and scripts as elements, which React moves to the head and waits for. */
const hoisting: Rule[] = [
  emptied([
    'acquireResource',
    'createHoistableInstance',
    'getHydratableHoistableCache',
    'getResource',
    'insertStylesheet',
    'insertStylesheetIntoRoot',
    'insertSuspendedStylesheets',
    'isHostHoistableType',
    'mountHoistable',
    'preconnect',
    'preconnectAs',
    'prefetchDNS',
    'preinitModuleScript',
    'preinitScript',
    'preinitStyle',
    'preload',
    'preloadModule',
    'preloadResource',
    'preloadResourceAndSuspendIfNeeded',
    'preloadStylesheet',
    'suspendResource',
  ]),
]

/** Fragments with a `ref`. */
const fragmentReferences: Rule[] = [
  [/^FragmentInstance\.prototype\.\w+ = function [^]*?^\};\n/gm, '', 12],
  emptied([
    'commitFragmentInstanceDeletionEffects',
    'commitFragmentInstanceInsertionEffects',
    'commitNewChildToFragmentInstance',
    'commitNewChildToFragmentInstances',
    'deleteChildFromFragmentInstance',
    'isFragmentInstanceParent',
  ]),
]

/** `<Activity>`, `<SuspenseList>` and `useActionState`. */
const others: Rule[] = [
  emptied([
    'actionStateActionEffect',
    'dispatchActionState',
    'initSuspenseListRenderState',
    'mountActionState',
    'rerenderActionState',
    'retryActivityComponentWithoutHydrating',
    'runActionStateAction',
    'updateActionState',
    'updateActionStateImpl',
    'updateActivityComponent',
    'updateSuspenseListComponent',
  ]),
]

/** Forms whose `action` is a function, and elements with a hyphen in their names. */
const formActions: Rule[] = [
  emptied([
    'ensureFormComponentIsStateful',
    'extractEvents\\$1',
    'recursivelyResetForms',
    'requestFormReset',
    'requestFormReset\\$1',
    'setPropOnCustomElement',
    'startHostTransition',
  ]),
]

const rules = [
  ...hydration,
  ...viewTransitions,
  ...awaitedPictures,
  ...hoisting,
  ...fragmentReferences,
  ...formActions,
  ...others,
]

const web = fileURLToPath(new URL('../../web/', import.meta.url))
const features = 'Activity|SuspenseList|ViewTransition|useActionState'
const importsPart = `import \\{[^}]*\\b(?:${features})\\b[^}]*\\} ?from ?['"]react['"]`
/** Code of ours that needs one of the parts; what libraries use of React is seen by their names for it. */
const ownUses = new RegExp(
  `\\bhydrateRoot\\b|${importsPart}|<(?:title|meta|link|style|script)[\\s>]|<Fragment\\b[^>]*\\bref=|<form\\b[^>]*\\baction=|\\bformAction=|<[a-z]+-[a-z]`,
)
const librariesUse = new RegExp(`\\bReact(?:\\$\\d)?\\.(?:${features})\\b|${importsPart}`)

/** What a module uses of the parts that are left out. */
export function usedPart(code: string, id: string): string | undefined {
  if (/\/node_modules\/react(?:-dom)?\//.test(id)) return undefined
  if (!id.startsWith(web)) return librariesUse.exec(code)?.[0]
  return /\.tsx?(?:\?|$)/.test(id) ? ownUses.exec(code)?.[0] : undefined
}

/** The code of React DOM without these parts; throws for a version that is not the one of the rules. */
export function withoutUnusedParts(code: string): string {
  let text = code
  for (const [pattern, by, times] of rules) {
    const found = text.match(pattern)?.length ?? 0
    if (found !== times)
      throw new Error(`React DOM has ${found} places of ${String(pattern)}, not ${times}: compare dev/react.`)
    text = text.replace(pattern, by)
  }
  return text
}

/** Leaves out what the client does not use of React DOM, and fails when something begins to use it. */
export function unusedParts(): Plugin {
  return {
    name: 'opx-unused-parts-of-react',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      const used = usedPart(code, id)
      if (used !== undefined)
        this.error(`${id} uses a part of React that dev/react/unused-parts.ts leaves out: ${used}`)
      if (!id.endsWith('/react-dom-client.production.js')) return null
      return { code: withoutUnusedParts(code), map: null }
    },
  }
}
