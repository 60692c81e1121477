/** The client with hot reload, in front of the worker. Returns the function that stops it. */
export async function startVite(root: string, port: number, workerUrl: string): Promise<() => Promise<void>> {
  // Read by vite.config.ts, which must therefore be loaded after this.
  process.env['WORKER_ORIGIN'] = workerUrl
  const { createServer } = await import('vite')
  const server = await createServer({
    configFile: `${root}/vite.config.ts`,
    logLevel: 'warn',
    clearScreen: false,
    server: { port, strictPort: true, host: '127.0.0.1' },
  })
  await server.listen()
  return () => server.close()
}
