import path from 'node:path'

/** A folder with the bundled worker as Wrangler would deploy it, and the runtime settings of its configuration. */
interface WorkerBundle {
  script: string
  options: string
}

export function filesOf(dir: string): WorkerBundle {
  return { script: path.join(dir, 'index.js'), options: path.join(dir, 'options.json') }
}
