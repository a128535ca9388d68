/** What happens when an agent asks, in words. */
export const POLICIES: { value: string; label: string; text: string }[] = [
  { value: "ask", label: "Ask me", text: "The order waits until you answer." },
  { value: "allow_edits", label: "Allow edits, ask for the rest", text: "Changes of files pass, commands wait for you." },
  { value: "allow_all", label: "Allow everything", text: "Nothing waits. The sandbox is the limit." },
  { value: "deny", label: "Deny everything", text: "Whatever asks is refused." },
];

export const policyWords = (policy: string): string => POLICIES.find((each) => each.value === policy)?.label ?? policy;
