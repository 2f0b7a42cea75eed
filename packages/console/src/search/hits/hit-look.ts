import { CircleCheck, FileText, Layers, type LucideIcon, MessageSquare } from 'lucide-react';

const icons: Readonly<Record<string, LucideIcon>> = {
  process: Layers,
  file: FileText,
  task: CircleCheck,
  comment: MessageSquare,
};

export const iconOf = (source: string): LucideIcon => icons[source] ?? Layers;

/** A state of a sub-project as a word: `IN_REVIEW` is "In review". */
export function stateWord(state: string): string {
  const words = state.replaceAll('_', ' ').toLowerCase();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
