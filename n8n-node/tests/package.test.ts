import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ICredentialType, INodeProperties, INodeType } from '../n8n-types';
import { type BuiltPackage, buildPackage, manifest, packageHome, readJson } from './built-package';

let built: BuiltPackage;
beforeAll(() => {
  built = buildPackage();
});
afterAll(() => built?.remove());

const nodePath = 'dist/nodes/Hudhud/Hudhud.node.js';
const credentialPath = 'dist/credentials/HudhudApi.credentials.js';

describe('package.json', () => {
  it('meets the rules for community nodes', () => {
    expect(manifest.name).toMatch(/^n8n-nodes-/);
    expect(manifest.keywords).toContain('n8n-community-node-package');
    expect(manifest.license).toBe('MIT');
    expect(manifest.description).not.toBe('');
    expect(manifest.files).toEqual(['dist']);
    expect(manifest.n8n).toMatchObject({ n8nNodesApiVersion: 1, strict: true });
    expect(Object.keys(manifest.scripts)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/install|prepare/)]),
    );
  });

  it('asks for nothing to be installed', () => {
    expect(manifest.dependencies).toBeUndefined();
    expect(manifest.overrides).toBeUndefined();
    expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
    expect(manifest.peerDependenciesMeta).toEqual({ 'n8n-workflow': { optional: true } });
  });

  it('cannot be published from here', () => {
    expect(manifest.private).toBe(true);
  });

  it('names every node and credential of the source, and only files that the build makes', () => {
    const named = [...manifest.n8n.nodes, ...manifest.n8n.credentials];
    for (const path of named) expect(existsSync(join(built.root, path)), path).toBe(true);
    const sources = ['nodes', 'credentials']
      .flatMap((folder) => readdirSync(join(packageHome, folder), { recursive: true, withFileTypes: true }))
      .filter((file) => /\.(node|credentials)\.ts$/.test(file.name))
      .map((file) => join(file.parentPath, file.name).slice(packageHome.length + 1));
    expect(sources.map((path) => `dist/${path.replace(/ts$/, 'js')}`).sort()).toEqual(named.sort());
  });
});

describe('the build', () => {
  it('holds what n8n needs and nothing else', () => {
    const files = readdirSync(join(built.root, 'dist'), { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => file.name);
    expect(files.sort()).toEqual([
      'Hudhud.node.js',
      'Hudhud.node.json',
      'HudhudApi.credentials.js',
      'add-send-headers.js',
      'hudhud.dark.svg',
      'hudhud.svg',
      'message-properties.js',
      'n8n-types.js',
    ]);
  });

  it('requires only its own files and what n8n allows', () => {
    const required = readdirSync(join(built.root, 'dist'), { recursive: true, withFileTypes: true })
      .filter((file) => file.name.endsWith('.js'))
      .map((file) => readFileSync(join(file.parentPath, file.name), 'utf8'))
      .flatMap((source) => [...source.matchAll(/require\("([^"]+)"\)/g)].map((match) => match[1] ?? ''));
    const foreign = required.filter((path) => !path.startsWith('.'));
    expect(new Set(foreign)).toEqual(new Set(['node:crypto']));
  });

  it('has a light and a dark icon where the node and the credential look for them', () => {
    const node = built.load<INodeType>(nodePath);
    const credential = built.load<ICredentialType>(credentialPath);
    for (const [path, icon] of [
      [nodePath, node.description.icon],
      [credentialPath, credential.icon],
    ] as const) {
      const [light, dark] = [icon.light, icon.dark].map((file) =>
        readFileSync(join(built.root, dirname(path), file.replace('file:', '')), 'utf8'),
      );
      expect(light).toMatch(/^<svg /);
      expect(dark).toMatch(/^<svg /);
      expect(light).not.toBe(dark);
    }
  });

  it('has a codex file beside the node, for this package', () => {
    const codex = readJson<Record<string, unknown>>(join(built.root, nodePath.replace(/js$/, 'json')));
    expect(codex).toMatchObject({ node: manifest.name, nodeVersion: '1.0', codexVersion: '1.0' });
    expect(codex.categories).toEqual(['Communication']);
  });
});

describe('the node', () => {
  it('uses the credential of this package', () => {
    const { credentials } = built.load<INodeType>(nodePath).description;
    expect(credentials).toEqual([{ name: built.load<ICredentialType>(credentialPath).name, required: true }]);
  });

  it('can be handed to an agent as a tool', () => {
    expect(built.load<INodeType>(nodePath).description.usableAsTool).toBe(true);
  });

  it('masks the token and nothing else', () => {
    const masked = built
      .load<ICredentialType>(credentialPath)
      .properties.filter((property) => property.typeOptions?.password);
    expect(masked.map((property) => property.name)).toEqual(['apiToken']);
  });
});

interface Workflow {
  nodes: Array<{ name: string; type: string; typeVersion: number; parameters: Record<string, unknown> }>;
  connections: Record<string, { main: Array<Array<{ node: string }>> }>;
}

describe.each(readdirSync(join(packageHome, 'examples')))('the example %s', (file) => {
  const workflow = readJson<Workflow>(join(packageHome, 'examples', file));
  const names = workflow.nodes.map((node) => node.name);

  it('sets only parameters that the node has', () => {
    const { properties, version } = built.load<INodeType>(nodePath).description;
    const ours = workflow.nodes.filter((node) => node.type === 'n8n-nodes-hudhud.hudhud');
    expect(ours.length).toBeGreaterThan(0);
    const known = properties.map((property) => property.name);
    const knownOptions = properties
      .flatMap((property) => (property.type === 'collection' ? (property.options ?? []) : []))
      .map((option) => (option as INodeProperties).name);
    for (const node of ours) {
      expect(node.typeVersion).toBe(version);
      expect(known).toEqual(expect.arrayContaining(Object.keys(node.parameters)));
      expect(knownOptions).toEqual(expect.arrayContaining(Object.keys(node.parameters.options ?? {})));
    }
  });

  it('connects nodes that exist', () => {
    const ends = Object.values(workflow.connections).flatMap(({ main }) => main.flat());
    expect(names).toEqual(expect.arrayContaining(Object.keys(workflow.connections)));
    expect(names).toEqual(expect.arrayContaining(ends.map((end) => end.node)));
  });
});
