// Runs steps a few at a time. A step that holds is one line; a step that fails shows all that its tool said.

import { runProcess } from './run-process.ts';

export interface Step {
  name: string;
  /** The file that Node runs, and its arguments. */
  args: string[];
  /** The last line of the tool's output is worth reading even when all is well. */
  endsWithSummary?: boolean;
}

export interface StepResult {
  name: string;
  isOk: boolean;
}

export async function runSteps(steps: Step[], root: string, atOnce = 2): Promise<StepResult[]> {
  const results: StepResult[] = [];
  const waiting = [...steps];
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) results.push(await runStep(step, root));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}

async function runStep({ name, args, endsWithSummary }: Step, root: string): Promise<StepResult> {
  const startedAt = performance.now();
  const { code, kept } = await runProcess({ args, cwd: root, output: 'keep' });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const output = kept.trimEnd();
  if (code === 0) {
    const summary = endsWithSummary ? `: ${output.split('\n').at(-1)}` : '';
    console.log(`ok      ${name} (${seconds} s)${summary}`);
  } else {
    console.log(`FAILED  ${name} (${seconds} s)\n${output}\n`);
  }
  return { name, isOk: code === 0 };
}
