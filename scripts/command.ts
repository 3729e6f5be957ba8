/** How every operator command ends: one clear line and exit code 1 when it can't do its work. */
export async function command(run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    const message = error instanceof Error ? error.message || error.name : String(error)
    process.stderr.write(`${message.split('\n')[0]}\n`)
    process.exitCode = 1
  }
}
