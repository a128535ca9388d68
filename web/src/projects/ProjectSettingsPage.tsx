export const ProjectSettingsPage = () => null;
