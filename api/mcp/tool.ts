/** What a tool is, before and after its schemas are compiled. */
import type {
  CallToolResult,
  ServerContext,
  StandardSchemaWithJSON,
  ToolAnnotations,
} from '@modelcontextprotocol/server'
import type { Arguments, CallApi } from './request.ts'
import type { Json } from './schemas.ts'

export type Tool = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly annotations: ToolAnnotations
  readonly input: StandardSchemaWithJSON<Arguments, Arguments>
  readonly output: StandardSchemaWithJSON
  run(given: Arguments, call: CallApi, context: ServerContext): Promise<CallToolResult>
}

/** A tool with its schemas as they are compiled and shown. */
export type OwnTool = Omit<Tool, 'input' | 'output'> & {
  readonly inputSchema: Json
  readonly outputSchema: Json
}
