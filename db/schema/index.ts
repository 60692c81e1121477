// The whole schema, for drizzle-kit and the migrator's types only; code imports the table it needs from its own file.
export * from './accounts.ts'
export * from './flows.ts'
export * from './jobs.ts'
export * from './lines.ts'
export * from './prices.ts'
export * from './profiles.ts'
export * from './tokens.ts'
export * from './trading.ts'
