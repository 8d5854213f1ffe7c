// The example workflows of our package, held against what n8n itself says of its nodes.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

interface WorkflowNode {
  readonly name: string;
  readonly type: string;
  readonly typeVersion: number;
  readonly parameters: Readonly<Record<string, unknown>>;
}

interface ExampleWorkflow {
  readonly name: string;
  readonly nodes: readonly WorkflowNode[];
}

/** As much as is read of what n8n answers about a node. */
export interface NodeDescription {
  readonly name: string;
  readonly version: number | readonly number[];
  readonly properties: ReadonlyArray<{ readonly name: string }>;
}

const folder = path.resolve(import.meta.dirname, '../../n8n-node/examples');

export const readExamples = (): { file: string; workflow: ExampleWorkflow }[] =>
  readdirSync(folder).map((file) => ({
    file,
    workflow: JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as ExampleWorkflow,
  }));

/** The faults of a node, in words; empty when n8n knows all of it. */
export const faultsOfNode = (node: WorkflowNode, types: readonly NodeDescription[]): string[] => {
  // n8n answers with the name inside the package.
  const type = types.find(
    ({ name, version }) => node.type.endsWith(`.${name}`) && [version].flat().includes(node.typeVersion),
  );
  if (!type) return [`${node.name}: there is no ${node.type} ${node.typeVersion}`];
  const known = type.properties.map(({ name }) => name);
  return Object.keys(node.parameters)
    .filter((name) => !known.includes(name))
    .map((name) => `${node.name}: ${node.type} has no ${name}`);
};
