/**
 * Patches (`patched('...')`) that this release knows and does not begin to use yet. A patch repairs
 * runs that are open already; like a flow it is learned by one release and used by the next one,
 * which removes its name here. Until then a run without its marker takes the old steps, so that
 * workers of the release before can go on with it. docs/operating.md, "Changing a workflow".
 */
export const learnedPatches: readonly string[] = ['status-needs-operator']

/** Whether a run that meets the patch for the first time takes its steps. */
export function isPatchInUse(patchId: string, learned = learnedPatches): boolean {
  return !learned.includes(patchId)
}
