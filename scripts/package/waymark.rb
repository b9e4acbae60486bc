# Homebrew formula; `npm run tarball` writes it with the version, the address and the checksum of its tarball.
class Waymark < Formula
  desc "Coding agent for the terminal, for the code you have and the models you may use"
  homepage "HOMEPAGE"
  url "URL"
  sha256 "SHA256"
  version "VERSION"
  license "MIT"

  depends_on "node"

  def install
    libexec.install Dir["libexec/*"]
    bin.install_symlink libexec/"node_modules/waymark/dist/main.js" => "waymark"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/waymark --version")
  end
end
